import { at } from '../../base/assert.ts';
import type { RawConnection } from './raw-client.ts';
import { memberOf, sent } from './raw-client.ts';
import { applicationTest } from './test-double.ts';

/** One kind of work. `next` sends one request, or more, and returns how much was done. */
export interface Work {
  readonly name: string;
  /** What is counted: requests, pages of a walk, or tests. */
  readonly next: (connection: RawConnection, turn: number) => Promise<number>;
}

const documents = 10_000;

const walked = 100_000;

const bulkSize = 1000;

const pageSize = 1000;

/** Documents that PUT and bulk requests write, again and again. */
const written = 20_000;

/** Creates the indices on a server; both servers get the same documents. `settings` are those of written indices. */
export async function prepare(connection: RawConnection, settings: object): Promise<void> {
  const properties = {
    n: { type: 'long' },
    word: { type: 'keyword' },
    day: { type: 'date' },
    text: { type: 'text' },
  };
  for (const [name, count] of [
    ['bench', documents],
    ['walked', walked],
    ['written', 0],
  ] as const) {
    await connection.send(`DELETE /${name}`);
    const body = {
      settings: { number_of_shards: 1, number_of_replicas: 0, ...settings },
      mappings: { properties },
    };
    await sent(connection, `PUT /${name}`, body);
    for (let from = 0; from < count; from += 5000) {
      await sent(connection, `POST /${name}/_bulk`, bulk(from, 5000, count));
    }
    await sent(connection, `POST /${name}/_refresh`);
  }
}

/** The works, in the order in which they are measured. */
export function works(): readonly Work[] {
  const search = (name: string, body: (turn: number) => unknown): Work => ({
    name,
    next: (connection, turn) => sent(connection, 'POST /bench/_search', body(turn)).then(one),
  });
  // Never the same range twice, so that no server answers from its cache.
  const range = (turn: number) => ({
    range: { n: { gte: (turn * 17) % 3000, lt: 6000 + ((turn * 7) % 3989) } },
  });
  return [
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
      next: (connection, turn) => {
        const from = (turn * bulkSize) % written;
        return sent(connection, 'POST /written/_bulk', bulk(from, bulkSize, written)).then(one);
      },
    },
    {
      name: 'PUT of a document',
      next: (connection, turn) => {
        const id = (turn * 7919) % written;
        return sent(connection, `PUT /written/_doc/${id}`, made(id, written)).then(one);
      },
    },
    { name: `walk of ${walked} by point in time, a page`, next: walkPointInTime },
    { name: `walk of ${walked} by scroll, a page`, next: walkScroll },
  ];
}

const one = (): number => 1;

async function walkPointInTime(connection: RawConnection): Promise<number> {
  const { path, member, id } = await openPointInTime(connection);
  let pages = 0;
  for (let after: unknown; ; pages++) {
    const body = {
      size: pageSize,
      sort: [{ n: 'asc' }],
      pit: { id, keep_alive: '1m' },
      track_total_hits: false,
      ...(after === undefined ? {} : { search_after: after }),
    };
    const text = await sent(connection, 'POST /_search', body);
    const last = /^"sort":(\[[^\]]+\])/.exec(text.slice(text.lastIndexOf('"sort":[')));
    if (last === null) break;
    after = JSON.parse(at(last, 1));
  }
  await sent(connection, `DELETE ${path}`, { [member]: id });
  return checked(pages);
}

interface PointInTime {
  readonly path: string;
  readonly member: string;
  readonly id: string;
}

/** OpenSearch has paths and names of its own for points in time. */
async function openPointInTime(connection: RawConnection): Promise<PointInTime> {
  const { status, text } = await connection.send('POST /walked/_pit?keep_alive=1m');
  if (status < 300) return { path: '/_pit', member: 'id', id: memberOf(text, 'id') };
  const path = '/_search/point_in_time';
  const opened = await sent(connection, `POST /walked${path}?keep_alive=1m`);
  return { path, member: 'pit_id', id: memberOf(opened, 'pit_id') };
}

async function walkScroll(connection: RawConnection): Promise<number> {
  const body = { size: pageSize, sort: ['_doc'] };
  let text = await sent(connection, 'POST /walked/_search?scroll=1m', body);
  let id = memberOf(text, '_scroll_id');
  let pages = 0;
  for (; text.includes('"hits":[{'); pages++) {
    text = await sent(connection, 'POST /_search/scroll', { scroll: '1m', scroll_id: id });
    id = memberOf(text, '_scroll_id');
  }
  await sent(connection, 'DELETE /_search/scroll', { scroll_id: id });
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
