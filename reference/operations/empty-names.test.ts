import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';
import { lineSender } from '../testing/client.ts';

describe('empty lists of names', () => {
  let server: RunningServer | undefined;
  const send = lineSender(() => server?.url ?? '');
  before(async () => {
    server = await startReference();
    for (const name of ['a', 'b']) assert.equal((await send(`PUT /${name}`)).status, 200);
  });
  after(() => server?.stop());

  const actions: readonly (readonly [action: object, reason: RegExp])[] = [
    [{ add: { index: [], alias: 'q' } }, /Expected \[VALUE_STRING\] in \[index\]/],
    [{ add: { indices: [], alias: 'q' } }, /\[indices\] must not be empty/],
    [{ add: { index: '', alias: 'q' } }, /\[index\] must not be empty/],
    [{ add: { indices: ['a', ''], alias: 'q' } }, /\[indices\] must not be empty/],
    [{ add: { index: 'a', alias: [] } }, /Expected \[VALUE_STRING\] in \[alias\]/],
    [{ add: { index: 'a', aliases: [''] } }, /\[aliases\] must not be empty/],
    [{ remove: { index: [], alias: 'q' } }, /Expected \[VALUE_STRING\] in \[index\]/],
    [{ remove_index: { index: [] } }, /Expected \[VALUE_STRING\] in \[index\]/],
    [{ remove_index: { index: '' } }, /\[index\] must not be empty/],
  ];
  for (const [action, reason] of actions) {
    it(`are refused in ${JSON.stringify(action)}`, async () => {
      const response = await send('POST /_aliases', { body: { actions: [action] } });
      assert.equal(response.status, 400, response.text);
      assert.match(response.text, reason);
      assert.equal((await send('GET /_alias')).text, '{"a":{"aliases":{}},"b":{"aliases":{}}}');
    });
  }

  for (const line of [
    'PUT /a/_alias/,',
    'DELETE /a/_alias/,',
    'GET /_data_stream/,',
    'DELETE /_data_stream/,',
    'DELETE /_index_template/,',
    'GET /_ilm/policy/,',
    'DELETE /_search/scroll/,',
  ]) {
    it(`are refused in ${line}`, async () => {
      const response = await send(line);
      assert.equal(response.status, 400, response.text);
    });
  }

  it('match no index in a path', async () => {
    for (const line of ['DELETE /,', 'GET /,/_search', 'POST /,/_refresh', 'PUT /,/_alias/q']) {
      const response = await send(line);
      assert.equal(response.status, 404, response.text);
    }
    const follow = await send('PUT /f/_ccr/follow', { body: { leader_index: '' } });
    assert.equal(follow.status, 404, follow.text);
  });
});
