import fc from 'fast-check';
import { isSuccess } from '../../client/expectations.ts';
import type { Format } from '../../decode/formats.ts';
import type { Table } from '../../decode/table.ts';
import { Mismatch } from '../../base/errors.ts';
import { documentOf, tableOf } from '../../client/answer-table.ts';
import { stateIn } from '../../client/async-state.ts';
import { writeAll } from '../../client/documents.ts';
import { valueAt } from '../../client/json-path.ts';
import type { World } from '../../client/world.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { plainWord, smallInteger, type Some } from '../arbitraries/document.ts';
import { property } from '../property.ts';
import {
  allRows,
  ask,
  claimedFormats,
  expectRows,
  expectSameTable,
  type QueryMembers,
  rowsWhere,
} from '../querying.ts';
import { prepared, store } from '../set-up.ts';

const names = ['u', 'n', 'word', 'maybe'] as const;

/** Words that look like values of other types in a text format, and long words. */
const unusualWord = fc.oneof(
  { withCrossShrink: true },
  plainWord,
  fc.constantFrom('True', 'null', '123', '1e5', 'é', '日本', 'a word that is wider than fifteen'),
);

/** All formats contain the same table. */
export const formatsOneTable = property({
  id: 'formats-one-table',
  describe: 'Every format contains the columns and rows of the JSON answer.',
  clauses: [
    'query-formats.yaml-full-response',
    'query-formats.csv-results-only',
    'query-formats.tsv-results-only',
    'query-formats.txt-table',
    'query-formats.md-pipe-table',
    'query-formats.cbor-same-result',
    'query-formats.smile-same-result',
    'query-formats.arrow-stream',
    'query.values-row-wise',
  ],
  arbitrary: (support) =>
    fc.record({
      corpus: corpus(support, { fields: names, word: unusualWord }),
      formats: fc.constant(claimedFormats(support)),
      members: fc.constantFrom<QueryMembers>({}, { columnar: false }),
    }),
  async holds(world, { corpus: given, formats, members }) {
    const { target } = await store(world, given);
    const columns = 'high = n > 0, part = n * 0.1, long = TO_LONG(n) * 1000003';
    const columnNames = [...names, 'high', 'part', 'long'];
    const query = `FROM ${target} | EVAL ${columns} | KEEP ${columnNames.join(', ')} | SORT u | LIMIT ${allRows}`;
    const rows = rowsWhere(given.documents, () => true, names).map((row) => {
      const n = Number(row[1]);
      return [...row, n > 0, n * 0.1, n * 1_000_003];
    });
    const types = await typesIn(world, query);
    for (const format of formats) {
      const isText = ['csv', 'tsv', 'txt', 'md', 'arrow'].includes(format);
      const table = await ask(world, query, { format, members: isText ? {} : members });
      expectRows({ names: columnNames, rows }, table, format);
      expectTypes(types, table, format);
    }
  },
});

/** Returns the column types of the JSON answer. Throws Incomplete if the target does not support the query. */
async function typesIn(world: World, query: string): Promise<readonly (string | undefined)[]> {
  let types: readonly (string | undefined)[] = [];
  await prepared(async () => {
    types = (await ask(world, query)).columns.map(({ type }) => type);
  });
  return types;
}

/** Throws Mismatch unless CBOR, Smile and YAML have the same column types as JSON. */
function expectTypes(
  expected: readonly (string | undefined)[],
  { columns, rows, isText }: Table,
  format: Format,
): void {
  const got = columns.map(({ type }) => type);
  // An answer without rows may have no columns.
  if (rows.length === 0 && (expected.length === 0 || got.length === 0)) return;
  if (isText || format === 'arrow' || got.every((type, at) => type === expected[at])) return;
  throw new Mismatch(expected, got, `${format}: the column types differ`);
}

/** Values by column are the transpose of values by row. */
export const columnarIsTranspose = property({
  id: 'columnar-is-transpose',
  describe: 'With `columnar`, the values are the values of the rows, listed by column.',
  clauses: ['query.columnar-json', 'query.columnar-yaml'],
  arbitrary: (support) =>
    fc.record({
      corpus: corpus(support, { fields: names }),
      format: fc.constantFrom('json' as const, 'yaml' as const),
    }),
  async holds(world, { corpus: given, format }) {
    const { target } = await store(world, given);
    const query = `FROM ${target} | KEEP ${names.join(', ')} | SORT u | LIMIT ${allRows}`;
    const rows = rowsWhere(given.documents, () => true, names);
    const table = await ask(world, query, { format, members: { columnar: true } });
    expectRows({ names, rows }, table, `columnar ${format}`);
  },
});

/** An asynchronous query returns the same table as the synchronous one. */
export const asyncEqualsSync = property({
  id: 'async-equals-sync',
  describe: 'An asynchronous query returns the same table as the synchronous query.',
  clauses: ['async-query.post-ready-full-result', 'async-query.get-finished'],
  arbitrary: (support) =>
    fc.record({
      corpus: corpus(support, { fields: names }),
      least: smallInteger,
      later: fc.boolean(),
    }),
  async holds(world, { corpus: given, least, later }) {
    const { target } = await store(world, given);
    const query = `FROM ${target} | WHERE n >= ${least} | KEEP ${names.join(', ')} | SORT u | LIMIT ${allRows}`;
    const plain = await ask(world, query);
    const body = { query, wait_for_completion_timeout: '30s', keep_alive: '1m' };
    await world.send({ method: 'POST', path: '/_query/async', body });
    expectSameTable(plain, tableOf(world), 'the answer to the asynchronous query');
    const took = valueAt(documentOf(world.last), 'took');
    if (typeof took !== 'number') throw new Mismatch('a number', took ?? 'absent', 'no took');
    const { id } = stateIn(world.last);
    if (typeof id !== 'string' || id === '') return;
    if (later) await writeLater(world, target);
    for (const time of ['first', 'second']) {
      await world.send({ method: 'GET', path: `/_query/async/${encodeURIComponent(id)}` });
      // A service need not keep a query that finished within the initial wait.
      if (time === 'first' && !isSuccess(world.last.response.status)) break;
      expectSameTable(plain, tableOf(world), `the result fetched for the ${time} time`);
    }
    await world.send({ method: 'DELETE', path: `/_query/async/${encodeURIComponent(id)}` });
  },
});

/** Writes a document that the query would find if it ran again. */
function writeLater(world: World, index: string): Promise<void> {
  const source = { u: 1000, n: 2_147_483_647, word: 'later' };
  return prepared(() => writeAll(world, [{ index, id: '1000', source }]));
}

/** An exclusive upper limit for `u`; some documents are above it. */
const highestId = 700;

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
      order: fc.constantFrom('ASC' as const, 'DESC' as const),
      limit: fc.oneof(fc.constant(allRows), fc.integer({ min: 1, max: 5 })),
    }),
  async holds(world, { corpus: given, least, most, order, limit }) {
    const { target } = await store(world, given);
    const meets = ({ n, u }: Some<'n'>): boolean => n >= least && u < highestId;
    const matching = given.documents.filter(meets);
    const found = rowsWhere(matching, ({ n }) => most === undefined || n <= most, names);
    const rows = (order === 'ASC' ? found : found.toReversed()).slice(0, limit);
    const condition = `WHERE n >= ${least} AND u < ${highestId}`;
    const statement = `SELECT ${names.join(', ')} FROM "${target}" ${condition} ORDER BY u ${order} LIMIT ${limit}`;
    const filter = most === undefined ? {} : { filter: { range: { n: { lte: most } } } };
    // What answers in other formats contain is left open.
    const path = '/_sql?format=txt';
    await world.send({ method: 'POST', path, body: { query: statement, ...filter } });
    if (rows.length === 0 && !isSuccess(world.last.response.status)) return;
    expectRows({ names, rows }, tableOf(world), 'the rows of the statement');
    if (rows.length === 0) return;
    const counting = `SELECT COUNT(*) AS c FROM "${target}" ${condition}`;
    await world.send({ method: 'POST', path, body: { query: counting, ...filter } });
    expectRows({ names: ['c'], rows: [[found.length]] }, tableOf(world), 'the count');
  },
});
