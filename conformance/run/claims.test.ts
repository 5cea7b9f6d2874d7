import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { loadProfile } from '../driver/load-profile.ts';
import { missingUiMessage } from '../driver/management-ui.ts';
import type { Profile } from '../driver/profile.ts';
import { resultWithoutRun } from './claims.ts';
import { collectScenarios } from './collect-scenarios.ts';
import { ledgerOf, ownSuite } from './suite.ts';
import type { Scenario } from '../report/scenario.ts';

const reference = loadProfile('reference');
const { management_ui: _, ...homeless } = reference;

for (const [profile, outcome, words] of [
  [reference, undefined, ''],
  [homeless, 'incomplete', missingUiMessage],
  [loadProfile('elasticsearch'), 'not-claimed', 'management_ui'],
  [{ ...homeless, claims: new Set(['api-keys', 'users']) }, 'not-claimed', 'management_ui'],
] as const) {
  test(`the page of agent keys before ${profile.name}: ${outcome ?? 'judged'} ${words}`, () => {
    const found = obstacleOf('api-keys.ui-offers-two-privileges', profile);
    assert.equal(found?.outcome, outcome);
    assert.ok((found?.reason ?? '').includes(words));
  });
}

test('a scenario whose steps need an unclaimed chapter is not run', () => {
  const profile = { ...reference, claims: new Set(['search']) };
  const found = obstacleOf('search.hit-id', profile, ['point-in-time']);
  assert.equal(found?.outcome, 'not-claimed');
  assert.match(found.reason ?? '', /does not claim point-in-time/);
  assert.equal(obstacleOf('search.hit-id', profile), undefined);
});

test('a scenario that opens a point in time needs that chapter', async () => {
  const suite = ownSuite();
  const scenarios = await collectScenarios(suite, ledgerOf(suite));
  const own = scenarios.filter(({ clauses }) => clauses.includes('search.hit-id'));
  assert.deepEqual([...new Set(own.flatMap(({ needs }) => needs))], ['point-in-time']);
  assert.ok(own.some(({ needs }) => needs.length === 0));
});

function obstacleOf(
  clause: string,
  profile: Profile,
  needs: readonly string[] = [],
): ReturnType<typeof resultWithoutRun> {
  const place = { id: 'a.feature:1', uri: 'a.feature', line: 1, name: 'a', feature: 'a' };
  const kind = { tags: [], silent: false, alone: false };
  const scenario: Scenario = { ...place, ...kind, needs, clauses: [clause] };
  return resultWithoutRun(scenario, { ledger: loadLedger(), profile, allowGlobal: true });
}
