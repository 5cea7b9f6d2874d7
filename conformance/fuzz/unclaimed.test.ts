import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { defaultProfile, loadProfile } from '../driver/load-profile.ts';
import { properties } from './properties/index.ts';
import { unclaimedProperties } from './unclaimed.ts';

for (const [id, lacking, profile] of [
  ['point-in-time-slices', 'point-in-time', loadProfile('opensearch')],
  [
    'search-after-walk',
    'Not below zero',
    { ...defaultProfile, lacks: { 'search-after.from-minus-one': 'Not below zero.' } },
  ],
] as const) {
  test(`${id} is not claimed by the profile ${profile.name}: ${lacking}`, () => {
    const [found] = unclaimedProperties(
      properties.filter((one) => one.id === id),
      profile,
      loadLedger(),
    );
    assert.equal(found?.outcome, 'not-claimed');
    assert.ok(found.reason?.includes(lacking));
  });
}
