import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultProfile } from '../driver/load-profile.ts';
import { fixtureSuite } from '../testing/suite.ts';
import { startMutation } from './mutations.ts';

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
