import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hookRequest, type HookValues } from '../driver/hook-request.ts';
import { loadProfile, shippedProfiles } from '../driver/load-profile.ts';
import type { HookName, HookTemplate } from '../driver/profile.ts';
import { hooksOf } from './hook-calls.ts';

const values: HookValues = {
  index: 'ck-1-a,ck-1-b',
  id: 'a/b',
  routing: 'r 1',
  document: { title: 'Dune', pages: 412 },
  duration: '2d',
  duration_ms: 172_800_000,
  seconds: 172_800,
  name: 'indices.lifecycle.name',
  value: null,
  shard: 1,
  docs: 200_000_000,
  bytes: 12_345_678_901,
  leader: 'ck-1-leader',
  follower: 'ck-1-follower',
};

for (const name of shippedProfiles()) {
  test(`the profile ${name}: every hook request is recognised`, () => {
    const profile = loadProfile(name);
    const { callOf } = hooksOf(profile);
    for (const [hook, template] of Object.entries(profile.hooks) as [HookName, HookTemplate][]) {
      const to = hook === 'advance_intake_clock' ? { base_url: 'http://intake' } : {};
      const call = callOf({ ...hookRequest(template, values), ...to });
      assert.equal(call?.name, hook);
      for (const [placeholder, value] of Object.entries(call?.values ?? {})) {
        assert.deepEqual(value, values[placeholder], placeholder);
      }
    }
  });
}

test('other requests are not hook calls', () => {
  const { callOf } = hooksOf(loadProfile('reference'));
  for (const [method, path, body] of [
    ['POST', '/books/_search', '{}'],
    ['GET', '/_test/clock', '{"advance":"1d"}'],
    ['POST', '/_test/clock', '{"advance":"1d","and":1}'],
    ['POST', '/_test/clock', '{}'],
    ['PUT', '/_cluster/settings', '{"persistent":{"a":1,"b":2}}'],
  ] as const) {
    assert.equal(
      callOf({ method, path, headers: {}, body }),
      undefined,
      `${method} ${path} ${body}`,
    );
  }
});
