import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunningServer } from './http/server.ts';
import { startReference } from './start.ts';
import { lineSender } from './testing/client.ts';

let server: RunningServer;
const send = lineSender(() => server.url);
const rows = 5000;

before(async () => {
  server = await startReference({ maxStoredMemory: 2 ** 17, maxRequestMemory: 2 ** 20 });
  const lines = Array.from({ length: rows }, (_, n) => {
    const day = new Date(n * 1000).toISOString();
    return `{"index":{}}\n{"n":${n},"day":"${day}"}\n`;
  }).join('');
  const mappings = { properties: { n: { type: 'long' }, day: { type: 'date' } } };
  assert.equal((await send('PUT /rows', { body: { mappings } })).status, 200);
  assert.equal((await send('POST /rows/_bulk?refresh=true', { body: lines })).status, 200);
});

after(() => server.stop());

/** Something that is kept between requests, with the call that opens one and the one that ends it. */
interface Kind {
  readonly what: string;
  readonly open: readonly [line: string, body?: unknown];
  readonly end: (
    opened: Readonly<Record<string, string>>,
  ) => readonly [line: string, body?: unknown];
}

const kinds: readonly Kind[] = [
  {
    what: 'results of asynchronous queries',
    open: [
      'POST /_query/async',
      {
        query: 'FROM rows | LIMIT 2000',
        wait_for_completion_timeout: '60s',
        keep_on_completion: true,
      },
    ],
    end: ({ id }) => [`DELETE /_query/async/${id}`],
  },
  {
    what: 'cursors',
    open: ['POST /_sql', { query: 'SELECT n FROM rows LIMIT 2000', fetch_size: 10 }],
    end: ({ cursor }) => ['POST /_sql/close', { cursor }],
  },
  {
    what: 'scrolls',
    open: ['POST /rows/_search?scroll=1m', { size: 1, sort: ['n', { n: 'desc' }] }],
    end: ({ _scroll_id }) => ['DELETE /_search/scroll', { scroll_id: _scroll_id }],
  },
  {
    what: 'points in time',
    open: ['POST /rows/_pit?keep_alive=1m'],
    end: ({ id }) => ['DELETE /_pit', { id }],
  },
];

describe('what is kept between requests has a limit', () => {
  for (const { what, open, end } of kinds) {
    it(what, async () => {
      const [line, body] = open;
      const opened: Readonly<Record<string, string>>[] = [];
      const openOne = async () => {
        const answer = await send(line, { body });
        if (answer.status === 200) opened.push(JSON.parse(answer.text));
        return answer;
      };
      const close = async (one: Readonly<Record<string, string>>) => {
        const [endLine, endBody] = end(one);
        assert.equal((await send(endLine, { body: endBody })).status, 200);
      };
      let refusal = await openOne();
      while (refusal.status === 200 && opened.length < 1000) refusal = await openOne();
      assert.equal(refusal.status, 429, refusal.text);
      assert.match(refusal.text, /"type":"circuit_breaking_exception".*\(--max-stored-memory\)/);
      assert.equal((await send('POST /rows/_search', { body: { size: 10 } })).status, 200);
      for (const one of opened.splice(0, 1)) await close(one);
      assert.equal((await openOne()).status, 200);
      for (const one of opened) await close(one);
    });
  }
});

describe('memory of a search is limited', () => {
  const cases: readonly (readonly [what: string, aggregation: unknown, mostCopies: number])[] = [
    ['buckets of terms', { terms: { field: 'n', size: 10 } }, 1],
    ['buckets of dates', { date_histogram: { field: 'day', fixed_interval: '10s' } }, 1],
    ['distinct values', { cardinality: { field: 'n' } }, 3],
  ];
  for (const [what, aggregation, mostCopies] of cases) {
    it(`its ${what}`, async () => {
      const many = (count: number) => ({
        size: 0,
        aggs: Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, aggregation])),
      });
      const { status, text } = await send('POST /rows/_search', { body: many(mostCopies) });
      assert.equal(status, 200, text);
      const refused = await send('POST /rows/_search', { body: many(20) });
      assert.equal(refused.status, 429, refused.text);
      assert.match(refused.text, /--max-request-memory/);
    });
  }
});
