import fc from 'fast-check';
import { isSuccess } from '../../steps/expectations.ts';
import { stateIn } from '../../steps/async-state.ts';
import { tableOf } from '../../steps/answer-table.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { plain_word, small_integer } from '../arbitraries/document.ts';
import { law } from '../law.ts';
import {
  all_rows,
  ask,
  claimedFormats,
  expectRows,
  expectSameTable,
  rowsWhere,
} from '../querying.ts';
import { store } from '../set-up.ts';

const names = ['u', 'n', 'word', 'maybe'] as const;

/** The same query in every format. */
export const formatsOneTable = law({
  id: 'formats-one-table',
  describe: 'Every format carries the columns and rows that the answer in JSON has.',
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
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities, { word: plain_word }),
      formats: fc.constant(claimedFormats(abilities)),
    }),
  async holds(world, { corpus: given, formats }) {
    const { target } = await store(world, given);
    const query = `FROM ${target} | KEEP ${names.join(', ')} | SORT u | LIMIT ${all_rows}`;
    const rows = rowsWhere(given.documents, () => true, names);
    for (const format of formats) {
      expectRows({ names, rows }, await ask(world, query, { format }), format);
    }
  },
});

/** Column-wise values are the transpose of row-wise ones. */
export const columnarIsTranspose = law({
  id: 'columnar-is-transpose',
  describe: 'With `columnar` the values are those of the rows, column by column.',
  clauses: ['query.columnar-json', 'query.columnar-yaml'],
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities),
      format: fc.constantFrom('json' as const, 'yaml' as const),
    }),
  async holds(world, { corpus: given, format }) {
    const { target } = await store(world, given);
    const query = `FROM ${target} | KEEP ${names.join(', ')} | SORT u | LIMIT ${all_rows}`;
    const rows = rowsWhere(given.documents, () => true, names);
    const table = await ask(world, query, { format, members: { columnar: true } });
    expectRows({ names, rows }, table, `columnar ${format}`);
  },
});

/** Waiting for the result and fetching it later give what the plain query gives. */
export const asyncEqualsSync = law({
  id: 'async-equals-sync',
  describe: 'An asynchronous query that is waited for gives the table of the plain query.',
  clauses: ['async-query.post-ready-full-result', 'async-query.get-finished'],
  arbitrary: (abilities) => fc.record({ corpus: corpus(abilities), least: small_integer }),
  async holds(world, { corpus: given, least }) {
    const { target } = await store(world, given);
    const query = `FROM ${target} | WHERE n >= ${least} | KEEP ${names.join(', ')} | SORT u | LIMIT ${all_rows}`;
    const plain = await ask(world, query);
    const body = { query, wait_for_completion_timeout: '30s', keep_alive: '1m' };
    await world.send({ method: 'POST', path: '/_query/async', body });
    expectSameTable(plain, tableOf(world), 'the answer of the asynchronous query');
    const { id } = stateIn(world.last);
    if (typeof id !== 'string' || id === '') return;
    await world.send({ method: 'GET', path: `/_query/async/${encodeURIComponent(id)}` });
    if (isSuccess(world.last.response.status)) {
      expectSameTable(plain, tableOf(world), 'the result fetched later');
    }
    await world.send({ method: 'DELETE', path: `/_query/async/${encodeURIComponent(id)}` });
  },
});

/** Both languages give the same rows. */
export const sqlEqualsQuery = law({
  id: 'sql-equals-query',
  describe: 'A SELECT gives the rows that the query language gives for the same condition.',
  clauses: ['sql.query-runs', 'sql.filter-restricts', 'sql.filter-with-where'],
  arbitrary: (abilities) =>
    fc.record({ corpus: corpus(abilities), least: small_integer, most: small_integer }),
  async holds(world, { corpus: given, least, most }) {
    const { target } = await store(world, given);
    const rows = rowsWhere(given.documents, ({ n }) => n >= least && n <= most, names);
    const statement = `SELECT ${names.join(', ')} FROM "${target}" WHERE n >= ${least} ORDER BY u`;
    const body = { query: statement, filter: { range: { n: { lte: most } } } };
    await world.send({ method: 'POST', path: '/_sql?format=json', body });
    if (rows.length === 0 && !isSuccess(world.last.response.status)) return;
    expectRows({ names, rows }, tableOf(world), 'the rows of the statement');
  },
});
