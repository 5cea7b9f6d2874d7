import fc from 'fast-check';
import { Mismatch } from '../../base/errors.ts';
import { tableOf } from '../../client/answer-table.ts';
import { isRefusal } from '../../client/expectations.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { anyWord, type Some, plainWord, smallInteger } from '../arbitraries/document.ts';
import { property } from '../property.ts';
import { longText } from '../arbitraries/edges.ts';
import { wholeCorpus, ask, expectRows, expectSameTable, quoted, rowsWhere } from '../querying.ts';
import { store } from '../set-up.ts';

const names = ['u', 'n', 'word'] as const;

/** The columns that the queries add with EVAL. */
const addedNames = ['given', 'other', 'special', 'part', 'big'] as const;

const field = fc.constantFrom('n' as const, 'word' as const, 'maybe' as const);

/** A parameter means the same as a literal. */
export const parameterIsLiteral = property({
  id: 'parameter-is-literal',
  describe:
    'A parameter for `?` means the same as the literal value, whatever characters it contains.',
  clauses: [
    'query-parameters.value-string',
    'query-parameters.value-number',
    'query-parameters.value-never-code',
    'query-parameters.anonymous-value',
  ],
  arbitrary: (support) =>
    fc.record({
      corpus: corpus(support, { fields: names, word: fc.oneof(anyWord, hostile) }),
      value: fc.oneof(anyWord, hostile),
      number: smallInteger,
      // The text of a query that has it as a literal is long, too.
      other: fc.oneof(plainWord, ambiguous, fc.constant(longText(5000))),
      special: hostileText,
      part: fc.constantFrom(0.5, -2.25, 1e-3),
      big: support.has?.('default:exact-integers') === false ? smallInteger : longNumber,
    }),
  async holds(world, { corpus: given, value, number, other, special, part, big }) {
    const { target } = await store(world, given);
    const after = `KEEP ${[...names, ...addedNames].join(', ')} | SORT u | LIMIT ${wholeCorpus}`;
    const query = `FROM ${target} | WHERE word == ? OR n == ? | EVAL given = ? | EVAL other = ?, special = ?, part = ?, big = ? | ${after}`;
    const params = [value, number, value, other, special, part, big];
    const got = await ask(world, query, { params });
    const keeps = ({ word, n }: Some<'word' | 'n'>): boolean => word === value || n === number;
    const added = [value, other, special, part, big];
    const rows = rowsWhere(given.documents, keeps, names).map((row) => [...row, ...added]);
    expectRows({ names: [...names, ...addedNames], rows }, got, 'with parameters');
    const literals = `other = ${quoted(other)}, special = ${quoted(special)}, part = ${part}, big = ${big}`;
    const literal = `FROM ${target} | WHERE word == ${quoted(value)} OR n == ${number} | EVAL given = ${quoted(value)} | EVAL ${literals} | ${after}`;
    if (isSafeLiteral(value) && isSafeLiteral(special))
      expectSameTable(got, await ask(world, literal), 'with literals');
  },
});

/** An identifier parameter names exactly one field. */
export const identifierIsName = property({
  id: 'identifier-is-name',
  describe: 'A parameter for `??` names a field or is refused; it is never executed as query code.',
  clauses: [
    'query-parameters.identifier-field',
    'query-parameters.identifier-never-code',
    'query-parameters.anonymous-identifier',
  ],
  arbitrary: (support) =>
    fc.record({
      corpus: corpus(support, { fields: ['n', 'word', 'maybe'], maxDocuments: 6 }),
      name: fc.oneof(field, hostile, field.chain(grown)),
      other: field,
    }),
  async holds(world, { corpus: given, name, other }) {
    const { target } = await store(world, given);
    const query = `FROM ${target} | SORT u | EVAL same = ?? | KEEP ??, same, u | LIMIT ${wholeCorpus}`;
    const body = { query, params: [other, name] };
    await world.send({ method: 'POST', path: '/_query', body });
    const isField = name === 'n' || name === 'word' || name === 'maybe';
    if (!isField && isRefusal(world.last)) return;
    const got = tableOf(world);
    if (!isField)
      throw new Mismatch('a refusal', got.columns, `${name} is not the name of a field`);
    const rows = rowsWhere(given.documents, () => true, [name, other, 'u']);
    expectRows({ names: [name, 'same', 'u'], rows }, got, name);
  },
});

/** True if the escapes of JSON are sufficient to write the text as a literal. */
function isSafeLiteral(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}

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
