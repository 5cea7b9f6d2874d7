import type { RawResponse } from '../testing/client.ts';
import { lineSender } from '../testing/client.ts';

/** One kind of work. `next` sends one request, or more, and returns how much was done: requests, pages or tests. */
export interface Work {
  readonly name: string;
  readonly next: (url: string, turn: number) => Promise<number>;
}

const documents = 10_000;
const walked = 100_000;
const bulkSize = 1000;
const pageSize = 1000;
/** Documents that PUT and bulk requests write, again and again. */
const written = 20_000;
/** Documents of the test of an application. */
const tested = 20;

const mappings = {
  properties: {
    n: { type: 'long' },
    word: { type: 'keyword' },
    day: { type: 'date' },
    text: { type: 'text' },
  },
};

function send(url: string, line: string, body?: unknown): Promise<RawResponse> {
  return lineSender(() => url)(line, { body });
}

/** Sends a request and returns the answer. Throws an Error if it was refused. */
async function sent(url: string, line: string, body?: unknown) {
  const { status, text } = await send(url, line, body);
  if (status < 300 && !text.includes('"errors":true')) return JSON.parse(text);
  throw new Error(`${line}: ${status} ${text.slice(0, 300)}`);
}

/** Creates the indices on a server; both servers get the same documents. `settings` are those of written indices. */
export async function prepare(url: string, settings: object): Promise<void> {
  for (const [name, count] of [
    ['bench', documents],
    ['walked', walked],
    ['written', 0],
  ] as const) {
    await send(url, `DELETE /${name}`);
    await sent(url, `PUT /${name}`, {
      settings: { number_of_shards: 1, number_of_replicas: 0, ...settings },
      mappings,
    });
    for (let from = 0; from < count; from += 5000) {
      await sent(url, `POST /${name}/_bulk`, bulk(from, 5000, count));
    }
    await sent(url, `POST /${name}/_refresh`);
  }
}

const search = (name: string, body: (turn: number) => unknown): Work => ({
  name,
  next: (url, turn) => sent(url, 'POST /bench/_search', body(turn)).then(one),
});

const one = (): number => 1;

/** Never the same range twice, so that no server answers from its cache. */
const range = (turn: number) => ({
  range: { n: { gte: (turn * 17) % 3000, lt: 6000 + ((turn * 7) % 3989) } },
});

/** The works, in the order in which they are measured. */
export const works: readonly Work[] = [
  { name: 'test of an application', next: applicationTest },
  search('match_all', () => ({ query: { match_all: {} } })),
  search('term, sorted by a number', (turn) => ({
    query: { term: { word: `w${turn % 100}` } },
    sort: [{ n: 'desc' }],
  })),
  search('terms over a changing range', (turn) => ({
    size: 0,
    query: range(turn),
    aggs: { words: { terms: { field: 'word' } } },
  })),
  search('date_histogram over a changing range', (turn) => ({
    size: 0,
    query: range(turn),
    aggs: { days: { date_histogram: { field: 'day', fixed_interval: '1d' } } },
  })),
  {
    name: `bulk of ${bulkSize}`,
    next: (url, turn) => {
      const lines = bulk((turn * bulkSize) % written, bulkSize, written);
      return sent(url, 'POST /written/_bulk', lines).then(one);
    },
  },
  {
    name: 'PUT of a document',
    next: (url, turn) => {
      const id = (turn * 7919) % written;
      return sent(url, `PUT /written/_doc/${id}`, made(id, written)).then(one);
    },
  },
  { name: `walk of ${walked} by point in time, a page`, next: walkPointInTime },
  { name: `walk of ${walked} by scroll, a page`, next: walkScroll },
];

/** Searches of the test of an application, and how many of its documents each finds. */
const searches: readonly (readonly [object, number])[] = [
  [{ query: { match_all: {} }, sort: [{ n: 'desc' }] }, tested],
  [{ query: { range: { n: { gte: 5, lt: 15 } } } }, 10],
  [{ query: { match: { text: '17' } } }, 1],
  [{ size: 0, aggs: { words: { terms: { field: 'word' } } } }, tested],
];

/** What one test of an application asks of a test double: an index of its own, searches, and its removal. */
async function applicationTest(url: string, turn: number): Promise<number> {
  const index = `test-${turn}`;
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await sent(url, `PUT /${index}`, { settings, mappings });
  await sent(url, `POST /${index}/_bulk?refresh=true`, bulk(0, tested, tested));
  for (const [body, expected] of searches) {
    const { hits } = await sent(url, `POST /${index}/_search`, body);
    if (hits.total.value !== expected) throw new Error(`${JSON.stringify(body)} is wrong`);
  }
  await sent(url, `DELETE /${index}`);
  return 1;
}

async function walkPointInTime(url: string): Promise<number> {
  // OpenSearch has paths and names of its own for points in time.
  const opened = await send(url, 'POST /walked/_pit?keep_alive=1m');
  const path = opened.status < 300 ? '/_pit' : '/_search/point_in_time';
  const member = opened.status < 300 ? 'id' : 'pit_id';
  const id: unknown =
    opened.status < 300
      ? JSON.parse(opened.text).id
      : (await sent(url, `POST /walked${path}?keep_alive=1m`)).pit_id;
  let pages = 0;
  for (let after: unknown; ; pages++) {
    const { hits } = await sent(url, 'POST /_search', {
      size: pageSize,
      sort: [{ n: 'asc' }],
      pit: { id, keep_alive: '1m' },
      track_total_hits: false,
      ...(after === undefined ? {} : { search_after: after }),
    });
    if (hits.hits.length === 0) break;
    after = hits.hits.at(-1).sort;
  }
  await sent(url, `DELETE ${path}`, { [member]: id });
  return checked(pages);
}

async function walkScroll(url: string): Promise<number> {
  const body = { size: pageSize, sort: ['_doc'] };
  let page = await sent(url, 'POST /walked/_search?scroll=1m', body);
  let pages = 0;
  for (; page.hits.hits.length > 0; pages++) {
    const next = { scroll: '1m', scroll_id: page._scroll_id };
    page = await sent(url, 'POST /_search/scroll', next);
  }
  await sent(url, 'DELETE /_search/scroll', { scroll_id: page._scroll_id });
  return checked(pages);
}

function checked(pages: number): number {
  if (pages !== walked / pageSize) throw new Error(`a walk had ${pages} pages`);
  return pages;
}

function bulk(from: number, count: number, total: number): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const id = from + at;
    return `{"index":{"_id":"${id}"}}\n${JSON.stringify(made(id, total))}\n`;
  });
  return lines.join('');
}

function made(id: number, total: number): object {
  return {
    n: (id * 7919) % total,
    word: `w${id % 100}`,
    day: 1_577_836_800_000 + (id % 60) * 86_400_000 + id,
    text: `quick brown fox number ${id} jumps over ${id % 77} lazy dogs`,
  };
}
