import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { loadProfile } from '../driver/load-profile.ts';
import { missingUiMessage, type Profile } from '../driver/profile.ts';
import { isAlone, limitationsOf, resultWithoutRun } from './claims.ts';
import type { Scenario } from '../report/result.ts';

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

test('a clause that needs a refresh is not polled for without the hook', () => {
  const { refresh: _, ...hooks } = reference.hooks;
  const found = obstacleOf('rollover.max-docs-ignores-unrefreshed', { ...reference, hooks });
  assert.equal(found?.outcome, 'incomplete');
  assert.match(found.reason ?? '', /^no hook refresh in the profile reference/);
});

test('a reason under lacks settles a hook', () => {
  const { refresh: _, ...hooks } = reference.hooks;
  const lacks = { refresh: 'Writes are seen when they are seen.' };
  const clause = 'rollover.max-docs-ignores-unrefreshed';
  const profile = { ...reference, hooks, lacks };
  assert.equal(obstacleOf(clause, profile)?.outcome, 'not-claimed');
  const entry = loadLedger().byId.get(clause);
  assert.ok(entry);
  assert.match(
    limitationsOf(entry, profile).join(),
    /^not-claimed: no hook refresh .*they are seen/,
  );
});

test('a scenario runs on a server with other defaults, and not without what it has to send', () => {
  const lacks = { 'default:one-shard': 'There are five.', 'type:long': 'There are integers.' };
  const profile = { ...loadProfile('opensearch'), claims: new Set(['scroll']), lacks };
  const outcomeWith = (extra: string) => obstacleOf('scroll.open', profile, [extra])?.outcome;
  assert.deepEqual(Object.keys(lacks).map(outcomeWith), [undefined, 'not-claimed']);
});

function obstacleOf(
  clause: string,
  profile: Profile,
  extras: readonly string[] = [],
): ReturnType<typeof resultWithoutRun> {
  const place = { id: 'a.feature:1', uri: 'a.feature', line: 1, name: 'a', feature: 'a' };
  const kind = { tags: [], silent: false, alone: false, extras };
  const scenario: Scenario = { ...place, ...kind, clauses: [clause] };
  return resultWithoutRun(scenario, { ledger: loadLedger(), profile, allowGlobal: true });
}

test('a clock that has to be moved affects the whole server, one that is waited for does not', () => {
  const place = { id: 'a.feature:1', uri: 'a.feature', line: 1, name: 'a', feature: 'a' };
  const kind = { tags: [], silent: false, alone: false, movesClock: true };
  const ledger = loadLedger();
  const clause = ledger.clauses.find(({ needs }) => needs.includes('clock'));
  const scenario: Scenario = {
    ...place,
    ...kind,
    clauses: clause === undefined ? [] : [clause.id],
  };
  const still = { ...reference, claims: new Set(reference.claims) };
  still.claims.delete('clock');
  const outcomeOf = (profile: Profile, allowGlobal: boolean): string | undefined =>
    resultWithoutRun(scenario, { ledger, profile, allowGlobal })?.outcome;
  assert.equal(clause?.needs.includes('clock'), true);
  assert.equal(outcomeOf(still, false), 'not-allowed');
  assert.equal(outcomeOf(still, true), undefined);
  assert.equal(outcomeOf(reference, false), undefined);
  const alone = [true, false].map((allowGlobal) =>
    isAlone(scenario, { ledger, profile: reference, allowGlobal }),
  );
  assert.deepEqual(alone, [true, false]);
});
