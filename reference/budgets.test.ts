import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemEnvironment } from './base/environment.ts';
import type { RunningServer } from './http/server.ts';
import { startReference } from './start.ts';
import { lineSender } from './testing/client.ts';

let server: RunningServer;
const send = lineSender(() => server.url);
const maxRequestMemory = 2 ** 24;

before(async () => {
  server = await startReference({
    maxRequestMemory,
    maxBody: 2 ** 25,
    maxTotalMemory: 2 ** 25,
    maxQueryRows: 2_000_000,
    maxRequestSteps: 5000,
    testControl: true,
  });
  const lines = Array.from({ length: 5000 }, (_, n) => `{"index":{}}\n{"n":${n}}\n`).join('');
  assert.equal((await send('POST /rows/_bulk', { body: lines })).status, 200);
  const text = 'x'.repeat(200_000);
  for (let id = 0; id < 60; id++) await send(`PUT /texts/_doc/${id}`, { body: { text } });
  const names = Array.from({ length: 950 }, (_, at) => [`f${at}`, { type: 'keyword' }]);
  const mappings = { properties: Object.fromEntries(names) };
  for (let at = 0; at < 80; at++) {
    await send(`PUT /wide-${at}`, { body: { mappings } });
    await send(`PUT /wide-${at}/_doc/1`, { body: {} });
  }
  await send('POST /_refresh');
});

after(() => server.stop());

const lists = 'FROM rows | STATS v = VALUES(n) | EVAL w = v, x = v';
const product = `${lists} | MV_EXPAND v | MV_EXPAND w | STATS COUNT(x)`;

describe('a request that needs too much is refused with 429, which names the option', () => {
  const cases: readonly (readonly [line: string, body: unknown, reason: RegExp])[] = [
    ['POST /_query', { query: product }, /--max-query-rows/],
    [
      'POST /_query',
      { query: 'FROM rows | EVAL t = CONCAT(REPEAT("x", 5000), n::string) | STATS VALUES(t)' },
      /--max-request-memory/,
    ],
    [
      'POST /_query',
      { query: 'FROM rows | EVAL t = CONCAT(REPEAT("x", 5000), n::string) | SORT t' },
      /--max-request-memory/,
    ],
    [
      'POST /_sql',
      { query: "SELECT REPEAT('x', 5000) || CAST(n AS VARCHAR) AS t FROM rows ORDER BY t" },
      /--max-request-memory/,
    ],
    ['POST /texts/_search', { size: 60 }, /--max-request-memory/],
    ['POST /texts/_search?scroll=1m', { size: 60 }, /--max-request-memory/],
    ['POST /wide-*/_search', { size: 80, fields: ['*'] }, /--max-request-memory/],
    [
      'POST /texts/_search',
      `{"query":{"match_all":{}}${' '.repeat(2 ** 24)}}`,
      /--max-request-mem/,
    ],
  ];
  for (const [line, body, reason] of cases) {
    it(`${line} ${JSON.stringify(body).slice(0, 80)}`, async () => {
      const { status, text } = await send(line, { body });
      assert.equal(status, 429, text.slice(0, 500));
      assert.match(text, /"type":"circuit_breaking_exception"/);
      assert.match(text, reason);
      assert.equal((await send('POST /rows/_search', { body: { size: 10 } })).status, 200);
    });
  }
});

it('background queries are limited too', async () => {
  const { text } = await send('POST /_query/async', {
    body: { query: product, wait_for_completion_timeout: '0ms' },
  });
  const { id } = JSON.parse(text) as { id: string };
  const answer = await send(`GET /_query/async/${id}?wait_for_completion_timeout=60s`);
  assert.equal(answer.status, 429, answer.text);
  assert.match(answer.text, /--max-query-rows/);
});

it('memory is free again after each answer', async () => {
  for (let round = 0; round < 10; round++) {
    assert.equal((await send('POST /texts/_search', { body: { size: 35 } })).status, 200);
    const query = 'FROM rows | EVAL t = CONCAT(REPEAT("x", 300), n::string) | LIMIT 5000';
    assert.equal((await send('POST /_query', { body: { query } })).status, 200);
  }
});

it('`from` in the URL must not be negative', async () => {
  assert.equal((await send('GET /rows/_search?from=-1')).status, 400);
  assert.equal((await send('POST /rows/_search', { body: { from: -1 } })).status, 200);
});

it('a request whose client leaves ends', async () => {
  const endless = `ROW a = [${Array.from({ length: 100 }, (_, at) => at).join(',')}] | EVAL b = a, c = a, d = a | MV_EXPAND a | MV_EXPAND b | MV_EXPAND c | MV_EXPAND d`;
  const environment = systemEnvironment();
  const steps = { count: 0 };
  const yieldToEventLoop = (own?: number): Promise<void> => {
    steps.count++;
    return environment.yieldToEventLoop(own);
  };
  const roomy = await startReference({ environment: { ...environment, yieldToEventLoop } });
  const leaving = new AbortController();
  const answer = fetch(`${roomy.url}/_query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `${endless} | STATS COUNT(*), MAX(a + b + c + d)` }),
    signal: leaving.signal,
  });
  const sendTo = lineSender(() => roomy.url);
  while (steps.count < 5) await sendTo('GET /');
  leaving.abort();
  await assert.rejects(answer);
  // The next step after the server has noticed is the last one; an endless query goes on with every turn.
  const steady = async (): Promise<boolean> => {
    const before = steps.count;
    for (let turn = 0; turn < 20; turn++) await sendTo('GET /');
    return steps.count === before;
  };
  let hasEnded = await steady();
  for (let more = 0; more < 20 && !hasEnded; more++) hasEnded = await steady();
  await roomy.stop();
  assert.ok(hasEnded);
});
