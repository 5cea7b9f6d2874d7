import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RawResponse } from './testing/client.ts';
import { lineSender } from './testing/client.ts';
import { hostileInputs, hostilePairs } from './testing/hostile-inputs.ts';
import type { AskedServer } from './testing/longest-wait.ts';
import { startAskedServer } from './testing/longest-wait.ts';

let server: AskedServer;
const send = lineSender(() => server.url);

before(async () => {
  server = await startAskedServer();
  const mappings = { properties: { word: { type: 'keyword' } } };
  assert.equal((await send('PUT /rows', { body: { mappings } })).status, 200);
  const body = { word: 'w1', n: 1, day: '2020-01-01', text: 'one two '.repeat(2000) };
  for (const id of ['1', '2', '3']) {
    assert.equal((await send(`PUT /rows/_doc/${id}?refresh=true`, { body })).status, 201);
  }
});

after(() => server.stop());

describe('hostile inputs neither block nor end the server', () => {
  for (const inputs of [...hostileInputs.map((input) => [input]), ...hostilePairs]) {
    it(inputs.map(([what]) => what).join(', '), { timeout: 60_000 }, async () => {
      for (const [what, line, body, refusal] of inputs) {
        const request = { body: body() };
        const response = await server.briefly(what, () => send(line, request));
        check(response, refusal);
      }
      assert.equal((await send('GET /')).status, 200);
    });
  }
});

function check(response: RawResponse, refusal: RegExp | undefined): void {
  if (refusal === undefined) {
    assert.ok(response.status < 300, response.text.slice(0, 500));
  } else {
    assert.ok(response.status === 400 || response.status === 429, response.text.slice(0, 500));
    assert.match(response.text, refusal);
  }
}
