import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunningServer } from './http/server.ts';
import { startReference } from './start.ts';
import { hostileInputs } from './testing/hostile-inputs.ts';
import { lineSender } from './testing/client.ts';

let server: RunningServer;
const send = lineSender(() => server.url);
const defects: string[] = [];

before(async () => {
  server = await startReference({ log: (report) => defects.push(report) });
  const body = { word: 'w1', n: 1, day: '2020-01-01', text: 'one two' };
  assert.equal((await send('PUT /rows/_doc/1?refresh=true', { body })).status, 201);
});

after(async () => {
  await server.stop();
  assert.deepEqual(defects, []);
});

describe('hostile inputs neither block nor end the server', () => {
  for (const [what, line, body, refusal] of hostileInputs) {
    it(what, { timeout: 60_000 }, async () => {
      const response = await send(line, { body: body() });
      if (refusal === undefined) assert.equal(response.status, 200, response.text.slice(0, 500));
      else {
        assert.ok(response.status === 400 || response.status === 429, response.text.slice(0, 500));
        assert.match(response.text, refusal);
      }
      assert.equal((await send('GET /')).status, 200);
    });
  }
});
