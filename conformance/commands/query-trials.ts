import { jsonOf, textOf } from '../base/body.ts';
import type { Exchange } from '../base/exchange.ts';
import { documentOf, contentIn, formatIn } from '../client/answer-table.ts';
import { idIn } from '../client/async-state.ts';
import { listAt, valueAt } from '../client/json-path.ts';
import { allIds } from './search-trials.ts';
import type { Bench, Trials } from './trial.ts';

/** What shows the chapters and capabilities of queries and of SQL. */
export const queryTrials: Trials = {
  async query(bench) {
    bench.expectSame(await numbersOf(bench, {}), allIds, 'the rows are {}, not 1 to 4');
  },
  async 'query-formats'(bench) {
    for (const format of ['yaml', 'csv']) await tryFormat(bench, format);
  },
  async 'query-parameters'(bench) {
    const query = `FROM ${bench.index} | WHERE n == ?`;
    const rows = await numbersOf(bench, { query, params: [2] });
    bench.expectSame(rows, ['2'], 'the rows where n is the parameter 2 are {}');
  },
  async 'query-filter'(bench) {
    const rows = await numbersOf(bench, { filter: { range: { n: { gte: 2, lte: 2 } } } });
    bench.expectSame(rows, ['2'], 'the rows with a filter for 2 are {}');
  },
  arrow: (bench) => tryFormat(bench, 'arrow'),
  md: (bench) => tryFormat(bench, 'md'),
  cbor: (bench) => tryDocumentFormat(bench, 'cbor'),
  smile: (bench) => tryDocumentFormat(bench, 'smile'),
  'async-query': (bench) => tryAsync(bench, queryOf(bench).query),
  async sql(bench) {
    const body = { query: `SELECT n FROM "${bench.index}"` };
    const text = textOf((await bench.call({ ...sql, body })).response);
    bench.expect(
      allIds.every((id) => text.includes(id)),
      'without the rows 1 to 4',
    );
  },
};

/** A statement of SQL whose result is a text table. */
export const sql = { method: 'POST', path: '/_sql?format=txt' } as const;

/** Starts a query that is deleted at the end. Throws NotOffered if it is refused, or its state is not said. */
export async function tryAsync(bench: Bench, query: string): Promise<void> {
  const body = { query, wait_for_completion_timeout: '5s', keep_alive: '1m' };
  const exchange = await bench.call({ method: 'POST', path: '/_query/async', body });
  const id = idIn(exchange);
  if (id !== undefined) {
    bench.later({ method: 'DELETE', path: `/_query/async/${encodeURIComponent(id)}` });
  }
  const state = valueAt(jsonOf(exchange), 'is_running');
  bench.expect(typeof state === 'boolean', 'without is_running');
}

function queryOf({ index }: Bench): { readonly query: string } {
  return { query: `FROM ${index}` };
}

/** The values of the field `n` in the result of a query for all documents, sorted. */
async function numbersOf(bench: Bench, more: object): Promise<readonly string[]> {
  const body = { ...queryOf(bench), ...more };
  return numbersIn(jsonOf(await bench.call({ method: 'POST', path: '/_query', body })));
}

function numbersIn(body: unknown): readonly string[] {
  const at = listAt(body, 'columns').findIndex((column) => valueAt(column, 'name') === 'n');
  return listAt(body, 'values')
    .map((row) => String(valueAt(row, `${at}`)))
    .toSorted();
}

/** Asks for a format; the answer has to have it. */
async function tryFormat(bench: Bench, format: string): Promise<Exchange> {
  const path = `/_query?format=${format}`;
  const exchange = await bench.call({ method: 'POST', path, body: queryOf(bench) });
  const type = exchange.response.headers['content-type'];
  bench.expect(
    formatIn(exchange) === format,
    `the media type for ${format} is ${type ?? 'absent'}`,
  );
  return exchange;
}

/** Asks for a binary format, and sends a body in it. */
async function tryDocumentFormat(bench: Bench, format: 'cbor' | 'smile'): Promise<void> {
  const seen = numbersIn(documentOf(await tryFormat(bench, format)));
  bench.expectSame(seen, allIds, `the rows as ${format} are {}`);
  const content = contentIn(format, queryOf(bench));
  await bench.call({ method: 'POST', path: '/_query?format=json', ...content });
}
