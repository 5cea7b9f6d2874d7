import { jsonOf, textOf, listAt, valueAt, writeJson } from '../base/body.ts';
import { idOf } from '../client/hit-list.ts';
import { type Bench, idsIn, type Trials } from './trial.ts';
import type { Exchange } from '../base/exchange.ts';
import { documentOf, contentIn, formatIn } from '../client/answer-table.ts';
import { idIn } from '../client/async-state.ts';

/** The ids of the documents of a bench. */
export const allIds = ['1', '2', '3', '4'];

/** What shows the chapters and capabilities of searches, mappings and indices. */
export const searchTrials: Trials = {
  async search(bench) {
    const query = { range: { n: { gte: 2 } } };
    const found = await bench.search({ query, sort: [{ n: 'desc' }] });
    const ids = listAt(found, 'hits.hits').map(idOf);
    bench.expectSame(ids, ['4', '3', '2'], '2 to 4, the highest first, are {}');
  },
  async 'from-size'(bench) {
    const ids = await bench.ids({ sort: [{ n: 'desc' }], from: 1, size: 1 });
    bench.expectSame(ids, ['3'], 'the second of 4 to 1 is {}');
  },
  async 'search-after'(bench) {
    const ids = await bench.ids({ sort: [{ n: 'asc' }], search_after: [2] });
    bench.expectSame(ids, ['3', '4'], 'search_after 2 returns {} of 1 to 4');
  },
  async 'point-in-time'(bench) {
    const ids = idsIn(await inPointInTime(bench, {}));
    bench.expectSame(ids, allIds, 'the point in time holds {} of 1 to 4');
  },
  async scroll(bench) {
    const ids = idsIn(await scrolled(bench, { size: 2 }));
    const shown = ids.length === 0 ? 'nothing' : ids.join(', ');
    bench.expect(ids.length === 2, `a batch of 2 holds ${shown}`);
  },
  slice: trySlices,
  async aggregations(bench) {
    const body = await bench.search({ size: 0, aggs: { top: { max: { field: 'n' } } } });
    // A wrong maximum is a defect, which a run has to show.
    bench.expect(valueAt(body, 'aggregations.top.value') !== undefined, 'without the maximum');
  },
  'copy-to': (bench) =>
    tryField(bench, 'copy-to', {
      properties: { f: { type: 'text', copy_to: 'g' }, g: { type: 'text' } },
      documents: [{ f: 'word' }],
      query: { match: { g: { query: 'word' } } },
    }),
  nested: (bench) =>
    tryField(bench, 'nested', {
      properties: { f: { type: 'nested' }, g: { type: 'integer' } },
      documents: [{ f: [{ h: 1 }, { h: 2 }], g: 1 }, { g: 2 }],
      query: { range: { g: { gte: 1, lte: 1 } } },
    }),
  date_nanos: (bench) =>
    tryField(bench, 'date-nanos', {
      properties: { f: { type: 'date_nanos' } },
      documents: [2, 1].map((at) => ({ f: `2025-01-01T00:00:00.00000000${at}Z` })),
      query: { range: { f: { gte: '2025-01-01T00:00:00.000000002Z' } } },
    }),
  shards: tryShards,
};

/** Opens a scroll, which is released at the end, and returns the first answer. */
export async function scrolled(bench: Bench, body: object, index = bench.index): Promise<unknown> {
  const path = `/${index}/_search?scroll=10s`;
  const answer = jsonOf(await bench.call({ method: 'POST', path, body }));
  const id = valueAt(answer, '_scroll_id');
  bench.expect(typeof id === 'string', 'without _scroll_id');
  bench.later({ method: 'DELETE', path: '/_search/scroll', body: { scroll_id: id } });
  return answer;
}

/** Searches in a point in time, which is closed at the end. */
async function inPointInTime(bench: Bench, body: object): Promise<unknown> {
  const path = `/${bench.index}/_pit?keep_alive=10s`;
  const opened = valueAt(jsonOf(await bench.call({ method: 'POST', path })), 'id');
  bench.expect(typeof opened === 'string', 'without an id');
  const search = { ...body, size: 50, pit: { id: opened } };
  const answer = jsonOf(await bench.call({ method: 'GET', path: '/_search', body: search }));
  const id = valueAt(answer, 'pit_id') ?? opened;
  bench.later({ method: 'DELETE', path: '/_pit', body: { id } });
  return answer;
}

/** Two slices hold all documents, each one of them once. A scroll may have slices, or a point in time. */
async function trySlices(bench: Bench): Promise<void> {
  const tryBoth = async (open: typeof inPointInTime): Promise<void> => {
    const slices = [0, 1].map((id) => open(bench, { size: 50, slice: { id, max: 2 } }));
    const ids = (await Promise.all(slices)).flatMap(idsIn).toSorted();
    bench.expectSame(ids, allIds, 'the slices together hold {} of 1 to 4');
  };
  await tryBoth(scrolled).catch(() => tryBoth(inPointInTime));
}

/** A mapping, documents, and a query that finds the first of them only if the mapping has its effect. */
export interface FieldUse {
  readonly properties: object;
  readonly documents: readonly object[];
  readonly query: object;
}

/** Creates an index with the mapping and the documents, and sends the query. Throws NotOffered unless it finds the first. */
export async function tryField(
  bench: Bench,
  name: string,
  { properties, documents, query }: FieldUse,
): Promise<void> {
  const index = `${bench.index}-${name}`;
  await bench.create(index, { mappings: { properties } });
  for (const [at, body] of documents.entries()) {
    await bench.call({ method: 'PUT', path: `/${index}/_doc/${at}`, body });
  }
  await bench.visible(documents.length, index);
  const ids = await bench.ids({ query }, index);
  bench.expectSame(ids, ['0'], `${JSON.stringify(query)} finds {}, not document 0`);
}

/** Two indices of two and of three shards: something that the server shows of them has to be 2 and 3. */
async function tryShards(bench: Bench): Promise<void> {
  const indices = [2, 3].map((shards) => `${bench.index}-shards-${shards}`);
  for (const [at, index] of indices.entries()) {
    await bench.create(index, { settings: { number_of_shards: at + 2, number_of_replicas: 0 } });
  }
  const views = [shownBySearch, shownByCat];
  const seen: string[][] = [];
  for (const view of views) {
    const [two = {}, three = {}] = await Promise.all(indices.map((index) => view(bench, index)));
    const shows = Object.keys(two).some((name) => two[name] === 2 && three[name] === 3);
    if (shows) return;
    seen.push([two, three].map((numbers) => writeJson(numbers)));
  }
  const isShown = seen.flat().some((numbers) => numbers !== '{}');
  bench.expect(isShown, 'no answer shows the number of shards');
  const [[two, three] = []] = seen;
  const words = `a search shows ${two} of an index with 2 shards, and ${three} of one with 3`;
  bench.expect(false, `number_of_shards seems to have no effect: ${words}`);
}

type Numbers = Readonly<Record<string, unknown>>;

async function shownBySearch(bench: Bench, index: string): Promise<Numbers> {
  const found = valueAt(await bench.search({}, index), '_shards');
  return typeof found === 'object' && found !== null ? (found as Numbers) : {};
}

async function shownByCat(bench: Bench, index: string): Promise<Numbers> {
  const { response } = await bench.answer({ method: 'GET', path: `/_cat/shards/${index}` });
  const lines = Buffer.from(response.body).toString('utf8').trim().split('\n');
  return response.status === 200 ? { lines: lines.length } : {};
}

/** What shows the chapters and capabilities of queries and of SQL. */
export const queryTrials: Trials = {
  async query(bench) {
    bench.expectSame(await numbersOf(bench, {}), allIds, 'the rows are {}, not 1 to 4');
  },
  async 'query-formats'(bench) {
    for (const format of ['yaml', 'csv']) await tryFormat(bench, format);
  },
  async 'query-parameters'(bench) {
    const query = `FROM ${bench.index} | WHERE n > ?`;
    const rows = await numbersOf(bench, { query, params: [3] });
    bench.expectSame(rows, ['4'], 'the rows where n is above the parameter 3 are {}');
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
    const rows = async (): Promise<string> => textOf((await bench.call({ ...sql, body })).response);
    await rows();
    await bench.eventually('the rows are there', async () => {
      const text = await rows();
      const hasAll = allIds.every((id) => text.includes(id));
      bench.expect(hasAll, 'without the rows 1 to 4');
    });
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
