import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { defaultProfile, loadProfile } from '../driver/load-profile.ts';
import { properties } from './properties/index.ts';
import { unclaimedProperties } from './outcome.ts';

for (const [id, lacking, profile] of [
  ['sql-equals-query', 'SQL is at', loadProfile('opensearch')],
  [
    'range-is-intersection',
    'Not by ranges',
    { ...defaultProfile, lacks: { 'search.range-gte': 'Not by ranges.' } },
  ],
] as const) {
  test(`${id} is not claimed by the profile ${profile.name}: ${lacking}`, () => {
    const [found] = unclaimedProperties(
      properties.filter((one) => one.id === id),
      profile,
      loadLedger(),
    );
    assert.equal(found?.outcome, 'not-claimed');
    assert.ok(found.reason?.includes(lacking), found.reason);
  });
}
