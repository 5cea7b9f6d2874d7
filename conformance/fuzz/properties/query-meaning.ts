import fc from 'fast-check';
import { Mismatch } from '../../base/errors.ts';
import { tableOf } from '../../client/answer-table.ts';
import { isRefusal } from '../../client/refusals.ts';
import type { World } from '../../client/world.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { anyWord, type Some, plainWord, smallInteger } from '../arbitraries/document.ts';
import { ambiguous, grown, hostile, hostileText, longNumber } from '../arbitraries/hostile.ts';
import { property } from '../property.ts';
import {
  allRows,
  ask,
  expectRows,
  expectSameTable,
  type QueryMembers,
  quoted,
  rowsWhere,
} from '../querying.ts';
import { prepared, store } from '../set-up.ts';

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
      other: fc.oneof(plainWord, ambiguous),
      special: hostileText,
      part: fc.constantFrom(0.5, -2.25, 1e-3),
      big: longNumber,
    }),
  async holds(world, { corpus: given, value, number, other, special, part, big }) {
    const { target } = await store(world, given);
    const after = `KEEP ${[...names, ...addedNames].join(', ')} | SORT u | LIMIT ${allRows}`;
    const query = `FROM ${target} | WHERE word == ? OR n == ? | EVAL given = ? | EVAL other = ?, special = ?, part = ?, big = ? | ${after}`;
    const params = [value, number, value, other, special, part, big];
    const got = await ask(world, query, { members: { params } });
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
    const query = `FROM ${target} | SORT u | EVAL same = ?? | KEEP ??, same, u | LIMIT ${allRows}`;
    const body = { query, params: [other, name] };
    await world.send({ method: 'POST', path: '/_query', body });
    const isField = name === 'n' || name === 'word' || name === 'maybe';
    if (!isField && isRefusal(world.last)) return;
    const got = tableOf(world);
    if (!isField)
      throw new Mismatch('a refusal', got.columns, `${name} is not the name of a field`);
    const rows = rowsWhere(given.documents, all, [name, other, 'u']);
    expectRows({ names: [name, 'same', 'u'], rows }, got, name);
  },
});

const approximation = 'query.approximation-default-false';

/** The aggregates of the parts add up to those of the whole result. */
export const partsMakeWhole = property({
  id: 'parts-make-whole',
  describe:
    'Counts, sums, minima and maxima of the parts of a result add up to those of the whole.',
  clauses: ['query.where-restricts-rows', approximation],
  arbitrary: (support) =>
    fc.record({
      corpus: corpus(support, { fields: ['n', 'word'], maxIndices: 3 }),
      border: smallInteger,
      members:
        support.deviations?.has(approximation) === true
          ? fc.constant<QueryMembers>({})
          : fc.constantFrom<QueryMembers>({}, { approximation: false }),
    }),
  async holds(world, { corpus: given, border, members }) {
    const { target } = await store(world, given);
    const figures = 'STATS c = COUNT(*), s = SUM(n), least = MIN(n), most = MAX(n)';
    const whole = await aggregatesOf(world, `FROM ${target} | ${figures}`, members);
    const parts: readonly string[] = [
      `FROM ${target} | ${figures} BY word | LIMIT ${allRows}`,
      `FROM ${target} | EVAL high = n > ${border} | ${figures} BY high | LIMIT ${allRows}`,
    ];
    for (const part of parts) expectWhole(whole, await aggregatesOf(world, part), part);
    const below = `WHERE u >= 0 AND n <= ${border}`;
    const low = await aggregatesOf(world, `FROM ${target} | ${below} | ${figures}`, members);
    const high = await aggregatesOf(world, `FROM ${target} | WHERE n > ${border} | ${figures}`);
    expectWhole(whole, [...low, ...high], `parts around ${border}`);
    const few = given.documents.filter(({ n }) => n <= border).length;
    if (low[0]?.[0] !== few)
      throw new Mismatch(few, low[0]?.[0], 'the rows below the border differ');
    const numbers = given.documents.map(({ n }) => n);
    const [row] = whole;
    const counted = [numbers.length, numbers.length === 0 ? null : sum(numbers)];
    if (row?.[0] !== counted[0] || row?.[1] !== counted[1]) {
      throw new Mismatch(counted, row, 'the aggregates of the whole result differ');
    }
  },
});

type Aggregates = readonly (number | null)[];

/** Returns count, sum, minimum and maximum of each row, in this order. Throws Incomplete if the query is refused. */
export async function aggregatesOf(
  world: World,
  query: string,
  members: QueryMembers = {},
): Promise<readonly Aggregates[]> {
  let rows: readonly (readonly unknown[])[] = [];
  await prepared(
    async () => {
      rows = (await ask(world, query, { members })).rows;
    },
    `a query with STATS and ${JSON.stringify(members)}`,
  );
  return rows.map((row) => row.slice(0, 4).map(numberIn));
}

/** The number in a cell; null for a missing value, which may be an empty text. */
function numberIn(cell: unknown): number | null {
  return cell === null || cell === '' ? null : Number(cell);
}

function expectWhole(
  whole: readonly Aggregates[],
  parts: readonly Aggregates[],
  what: string,
): void {
  const [expected] = whole;
  const column = (at: number): readonly number[] =>
    parts.map((row) => row[at]).filter((cell) => typeof cell === 'number');
  const [counts, sums, leasts, mosts] = [column(0), column(1), column(2), column(3)];
  const got: Aggregates = [
    sum(counts),
    sums.length === 0 ? null : sum(sums),
    leasts.length === 0 ? null : Math.min(...leasts),
    mosts.length === 0 ? null : Math.max(...mosts),
  ];
  if (got.every((cell, at) => cell === expected?.[at])) return;
  throw new Mismatch(
    expected,
    got,
    `${what}: the aggregates of the parts do not add up to those of the whole result`,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function all(): boolean {
  return true;
}

/** True if the escapes of JSON are sufficient to write the text as a literal. */
function isSafeLiteral(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}
