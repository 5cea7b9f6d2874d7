import fc from 'fast-check';

/** Texts that would act as code if they were inserted into a query. */
export const hostileText = fc.constantFrom(
  '" OR true OR word == "',
  'a" | LIMIT 0 | WHERE word == "a',
  '| DROP u',
  '*',
  '?',
  '??',
  '`u`',
  'u, n',
  '"""',
  '\\"',
  '// a',
  '/*',
  "' OR 1=1 --",
  'null',
  'true',
  '123',
  '[1, 2]',
  '\n| LIMIT 0',
);

/** Texts that would act as code in a query, and short texts of any characters. */
export const hostile = fc.oneof(
  { withCrossShrink: true },
  hostileText,
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);

/** Texts that look like values of other types or like names of fields, and the empty string. */
export const ambiguous = fc.constantFrom(
  'true',
  'false',
  'null',
  '',
  '0',
  '123',
  '1e3',
  'n',
  'word',
);

/** Integers beyond 32 bits, some of which a double cannot represent. */
export const longNumber = fc.constantFrom(
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_993n,
  -9_007_199_254_740_993n,
);

/** Generates texts that start with the name of a field and continue with other characters. */
export function grown(name: string): fc.Arbitrary<string> {
  return fc
    .constantFrom(' ', ', u', ' | LIMIT 0', '` + `u', '.raw', '*')
    .map((rest) => name + rest);
}
