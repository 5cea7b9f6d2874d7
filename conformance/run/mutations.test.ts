import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultProfile } from '../driver/load-profile.ts';
import { fixtureSuite } from '../testing/suite.ts';
import { derived } from './mutation.ts';
import { startMutation } from './mutations.ts';
import { ownSuite } from './suite.ts';

test('interceptors see headers that the server has renamed under the names of the specification', async () => {
  const profile = { ...defaultProfile, rename: { 'x-service-id': 'x-vendor-id' } };
  const selection = { kind: 'variant', names: ['extra-header'] } as const;
  const { intercept } = await startMutation({ suite: fixtureSuite, profile }, selection);
  const { headers } = await intercept({ method: 'GET', path: '/', headers: {} }, () =>
    Promise.resolve({
      status: 200,
      headers: { 'x-vendor-id': '7', date: 'today' },
      body: new Uint8Array(),
      duration_ms: 1,
    }),
  );
  assert.deepEqual(headers, { 'x-service-id': '7', date: 'today', 'x-extra': '1' });
});

test('a derived mutation carries no value from one scenario to the next', async () => {
  const mutation = derived({
    operation: 'continueScroll',
    side: 'request',
    place: 'json/scroll_id',
    operator: 'foreign',
  });
  const known = { suite: ownSuite(), profile: defaultProfile };
  const started = await startMutation(known, { kind: 'derived', mutations: [mutation] });
  const sent: unknown[] = [];
  const send = (id: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ scroll_id: id });
    const request = { method: 'POST', path: '/_search/scroll', headers, body };
    return started.intercept(request, (forwarded) => {
      sent.push(JSON.parse(String(forwarded.body)));
      return Promise.resolve({ status: 200, headers, body: Buffer.from('{}'), duration_ms: 1 });
    });
  };
  await send('first');
  await send('second');
  started.beginScenario();
  await send('third');
  assert.deepEqual(sent, [{ scroll_id: 'first' }, { scroll_id: 'first' }, { scroll_id: 'third' }]);
});
