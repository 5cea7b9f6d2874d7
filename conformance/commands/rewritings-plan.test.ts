import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { UsageError } from '../base/errors.ts';
import { defaultProfile, loadProfile } from '../driver/load-profile.ts';
import { notRun, type ScenarioResult } from '../report/result.ts';
import { candidatesOf, pairOf, roundsOf } from '../run/rewritings.ts';
import { planRewritings, defaultBudget } from './run-plan.ts';

const ledger = loadLedger();
const profile = loadProfile('reference');
const all = { named: [], budget: defaultBudget, ledger, profile };

function passed(line: number, clause: string, ...rewritable: readonly string[]): ScenarioResult {
  const place = { id: `a.feature:${line}`, uri: 'a.feature', line, name: 'a', feature: 'a' };
  const scenario = { ...place, tags: [], clauses: [clause], silent: false, alone: false };
  return { ...notRun(scenario, 'passed', ''), rewritable };
}

test('rewritings whose clause the profile does not claim are left out', () => {
  const ids = planRewritings(all).map(({ id }) => id);
  const claims = new Set([...profile.claims].filter((claim) => claim !== 'point-in-time'));
  const fewer = planRewritings({ ...all, profile: { ...profile, claims } });
  assert.deepEqual(
    ids.filter((id) => !fewer.some((one) => one.id === id)),
    ['in-a-point-in-time'],
  );
});

test('rewritings whose clause the target is known to break are left out', () => {
  const notes = { 'search-after.from-minus-one': 'it is refused' };
  const fewer = planRewritings({ ...all, profile: { ...profile, notes } });
  assert.deepEqual(
    planRewritings(all)
      .filter((one) => !fewer.includes(one))
      .map(({ id }) => id),
    ['from-minus-one'],
  );
});

test('without values there is a rewriting only if it is named', () => {
  const none = { ...all, budget: { requests: 0, isDefault: false } };
  assert.deepEqual(planRewritings(none), []);
  assert.equal(planRewritings({ ...none, named: ['by-alias'] }).length, 1);
  assert.throws(() => planRewritings({ ...all, named: ['by-alais'] }), UsageError);
});

test('a round has one scenario for each pair, and a seed decides which', () => {
  const results = Array.from({ length: 40 }, (_, line) =>
    passed(line, line % 2 === 0 ? 'search.hits-array' : 'scroll.open', 'by-alias', 'total-tracked'),
  );
  const candidates = candidatesOf(planRewritings(all), results);
  assert.equal(candidates.length, 80);
  const rounds = roundsOf(candidates, 1);
  assert.equal(rounds.length, 20);
  for (const round of rounds) assert.equal(new Set(round.map(pairOf)).size, 4);
  assert.deepEqual(roundsOf(candidates, 1), rounds);
  assert.notDeepEqual(roundsOf(candidates, 2), rounds);
  assert.equal(new Set(rounds.flat()).size, 80);
});

test('a rewriting whose own clause has failed is left out', () => {
  const fine = passed(1, 'search.hits-array', 'by-alias', 'total-tracked');
  const failed = { ...passed(2, 'index.alias-searchable'), outcome: 'failed' } as const;
  const ids = candidatesOf(planRewritings(all), [fine, failed]).map(
    ({ rewriting }) => rewriting.id,
  );
  assert.deepEqual(ids, ['total-tracked']);
});

test('only scenarios that passed are sent in another way', () => {
  const failed = { ...passed(1, 'search.hits-array', 'by-alias'), outcome: 'failed' } as const;
  assert.deepEqual(candidatesOf(planRewritings({ ...all, profile: defaultProfile }), [failed]), []);
});
