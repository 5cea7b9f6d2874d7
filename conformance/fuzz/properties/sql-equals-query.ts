import fc from 'fast-check';
import { tableOf } from '../../client/answer-table.ts';
import { isRefusal, isSuccess } from '../../client/expectations.ts';
import type { World } from '../../client/world.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { plainWord, smallInteger, type Some } from '../arbitraries/document.ts';
import { property } from '../property.ts';
import { wholeCorpus, expectRows, rowsWhere } from '../querying.ts';
import { store } from '../set-up.ts';

const names = ['u', 'n', 'word', 'maybe'] as const;

/** An exclusive upper limit for `u`; some documents are above it. */
const highestId = 700;

/** How a statement is sent: what is between its words, and beside it. */
const forms = [
  { blank: ' ', beside: {} },
  { blank: '\n', beside: { fetch_size: wholeCorpus } },
] as const;

/** An SQL statement returns the rows that meet its condition and its filter, as a query does. */
export const sqlEqualsQuery = property({
  id: 'sql-equals-query',
  describe: 'A SELECT returns the rows that meet its condition and its filter.',
  clauses: ['sql.query-runs', 'sql.filter-restricts', 'sql.filter-with-where'],
  arbitrary: (support) =>
    fc.record({
      corpus: corpus(support, { fields: names, word: plainWord }),
      least: smallInteger,
      most: fc.option(smallInteger, { nil: undefined }),
      filtering: fc.constantFrom('range' as const, 'terms' as const),
      order: fc.constantFrom('ASC' as const, 'DESC' as const),
      limit: fc.oneof(fc.constant(wholeCorpus), fc.integer({ min: 1, max: 5 })),
    }),
  async holds(world, { corpus: given, least, most, filtering, order, limit }) {
    const { target } = await store(world, given);
    const meets = ({ n, u }: Some<'n'>): boolean => n >= least && u < highestId;
    const { filter, passes } = filterFor(filtering, most);
    const passing = given.documents.filter(({ n }) => passes(n));
    const found = rowsWhere(passing, meets, names);
    const rows = (order === 'ASC' ? found : found.toReversed()).slice(0, limit);
    const condition = `WHERE n >= ${least} AND u < ${highestId}`;
    const statement = `SELECT ${names.join(', ')} FROM "${target}" ${condition} ORDER BY u ${order} LIMIT ${limit}`;
    const send = (query: string, { blank, beside }: (typeof forms)[number] = forms[0]) => {
      const body = { query: query.replaceAll(' ', blank), ...filter, ...beside };
      // What answers in other formats contain is left open.
      return world.send({ method: 'POST', path: '/_sql?format=txt', body });
    };
    for (const form of forms) {
      await send(statement, form);
      if (rows.length === 0 && !isSuccess(world.last.response.status)) return;
      expectRows({ names, rows }, tableOf(world), 'the rows of the statement');
    }
    if (rows.length === 0) return;
    for (const [where, { length }] of [
      [condition, found],
      ['', passing],
    ] as const) {
      const query = `SELECT COUNT(*) AS c FROM "${target}" ${where}`;
      await send(query);
      expectRows({ names: ['c'], rows: [[length]] }, tableOf(world), query);
    }
    await expectSummaries(world, { target, condition, send, found, passing });
  },
});

/** The values that a filter by terms lets through, beside the greatest one of a filter by range. */
const chosen = [-1, 0, 2, 10];

/** A filter as a member of a request, and which numbers it lets through; without a greatest one there is none. */
function filterFor(
  filtering: 'range' | 'terms',
  most: number | undefined,
): { readonly filter: object; readonly passes: (n: number) => boolean } {
  if (most === undefined) return { filter: {}, passes: () => true };
  if (filtering === 'range') {
    return { filter: { filter: { range: { n: { lte: most } } } }, passes: (n) => n <= most };
  }
  const all = [...chosen, most];
  return { filter: { filter: { terms: { n: all } } }, passes: (n) => all.includes(n) };
}

/** What restricts the rows of statements, the rows that are found, and the documents that pass the filter. */
interface Summarized {
  readonly target: string;
  readonly condition: string;
  readonly send: (query: string) => Promise<unknown>;
  readonly found: readonly (readonly unknown[])[];
  readonly passing: readonly Some<(typeof names)[number]>[];
}

/** Conditions of other kinds than those with AND, and the rows that meet them. */
const conditions: readonly {
  readonly where: string;
  readonly meets: (row: Some<(typeof names)[number]>) => boolean;
}[] = [
  { where: 'n IN (-2, 1, 3, 9)', meets: ({ n }) => [-2, 1, 3, 9].includes(n) },
  { where: 'n BETWEEN -2 AND 100', meets: ({ n }) => n >= -2 && n <= 100 },
  { where: 'NOT n > 0', meets: ({ n }) => n <= 0 },
  { where: `n < 0 OR u >= ${highestId}`, meets: ({ n, u }) => n < 0 || u >= highestId },
  { where: "word LIKE 'a%'", meets: ({ word }) => word.startsWith('a') },
  { where: 'maybe IS NULL', meets: ({ maybe }) => maybe === undefined },
];

/** The words of statements that may be written in small letters. */
const keywords = /\b[A-Z]{2,}\b/g;

/**
 * Throws Mismatch unless the greatest `u`, the groups of `n`, its distinct values and the rows that meet `conditions` are the
 * right ones, where the target knows such statements: the specification shows none of them.
 */
async function expectSummaries(
  world: World,
  { target, condition, send, found, passing }: Summarized,
): Promise<void> {
  const counts = new Map<number, number>();
  for (const row of found) {
    const n = Number(row[names.indexOf('n')]);
    counts.set(n, (counts.get(n) ?? 0) + 1);
  }
  const rows = [...counts].toSorted(([one], [other]) => one - other);
  const from = `FROM "${target}" ${condition}`;
  const greatest = Math.max(...passing.map(({ u }) => u));
  const met = conditions.map(({ where, meets }) => {
    const ids = rowsWhere(passing, meets, ['u']);
    const query = `SELECT u FROM "${target}" WHERE ${where} ORDER BY u`;
    return [query, { names: ['u'], rows: ids }] as const;
  });
  const statements = [
    ...met,
    [`SELECT MAX(u) AS most FROM "${target}"`, { names: ['most'], rows: [[greatest]] }],
    [`SELECT n, COUNT(*) AS c ${from} GROUP BY n ORDER BY n`, { names: ['n', 'c'], rows }],
    [`SELECT DISTINCT n ${from} ORDER BY n`, { names: ['n'], rows: rows.map(([n]) => [n]) }],
  ] as const;
  for (const [at, [query, wanted]] of statements.entries()) {
    // With other documents the others are in small letters.
    const isSmall = (at + passing.length) % 2 === 0;
    const spelt = isSmall ? query.replaceAll(keywords, (word) => word.toLowerCase()) : query;
    await send(spelt);
    if (!isRefusal(world.last)) expectRows(wanted, tableOf(world), spelt);
  }
}
