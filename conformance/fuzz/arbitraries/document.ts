import fc from 'fast-check';

/** The fields that generated documents may have; `fieldMapping` maps them. */
export interface Fields {
  /** A number that is unique among the documents of a run; also the id. */
  readonly u: number;
  /** An integer that several documents may share. */
  readonly n: number;
  /** A keyword. */
  readonly word: string;
  /** Integers, any number of them. */
  readonly many: readonly number[];
  /** A text of words from `textWords`. */
  readonly text: string;
  /** An integer that some documents lack. */
  readonly maybe?: number;
}

/** The mapping of `Fields`. */
export const fieldMapping = Object.freeze({
  properties: {
    u: { type: 'integer' },
    n: { type: 'integer' },
    word: { type: 'keyword' },
    many: { type: 'integer' },
    text: { type: 'text' },
    maybe: { type: 'integer' },
  },
});

/** The words of generated texts; no analyzer splits or changes them. */
export const textWords = ['red', 'green', 'blue', 'amber'] as const;

/** Integers around zero with many repetitions, and integers whose order as text differs from their numeric order. */
export const smallInteger = fc.oneof(
  { withCrossShrink: true },
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(9, 10, 100, -10, 2147483647, -2147483648),
);

/** Keywords whose order does not depend on the collation. */
export const plainWord = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom('a', 'b', 'aa', 'ab'),
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'z'), minLength: 1, maxLength: 4 }),
);

/** Keywords of any kind: with quotes, capitals, other scripts, and characters outside the Basic Multilingual Plane. */
export const anyWord = fc.oneof(
  { withCrossShrink: true },
  plainWord,
  fc.constantFrom('A', 'É', 'e\u0301', 'ß', '日本', '😀', '\uFF5E', '"', '\\', 'a b', '[x]', '1'),
);

/** A document with `u` and some other fields. */
export type Some<Name extends keyof Fields> = Pick<Fields, Name | 'u'>;

/**
 * Generates a document with these fields, and no others: a field that a property does not look at would not matter in a
 * counterexample. `corpus` keeps only documents with different values of `u`.
 */
export function documentWith<Name extends keyof Fields>(
  names: readonly Name[],
  word: fc.Arbitrary<string> = anyWord,
): fc.Arbitrary<Some<Name>> {
  const values: Readonly<Record<keyof Fields, fc.Arbitrary<unknown>>> = {
    u: fc.integer({ min: 0, max: 999 }),
    n: smallInteger,
    word,
    many: fc.array(smallInteger, { maxLength: 3 }),
    text: fc
      .array(fc.constantFrom(...textWords), { minLength: 1, maxLength: 3 })
      .map((words) => words.join(' ')),
    maybe: smallInteger,
  };
  const own: readonly (keyof Fields)[] = [...new Set(['u' as const, ...names])];
  const chosen = Object.fromEntries(own.map((name) => [name, values[name]]));
  const requiredKeys = own.filter((name) => name !== 'maybe');
  const document: fc.Arbitrary<object> = fc.record(chosen, { requiredKeys, noNullPrototype: true });
  return document as fc.Arbitrary<Some<Name>>;
}
