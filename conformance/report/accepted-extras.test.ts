import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAcceptedExtras } from './outcome.ts';
import { notRun, type ScenarioResult } from './result.ts';

const place = { id: 'a.feature:1', uri: 'a.feature', name: 'a', feature: 'a' };
const scenario = { ...place, tags: [], clauses: [], silent: false, alone: false };
const refused: ScenarioResult = {
  ...notRun(scenario, 'incomplete', 'needs a and b'),
  missing_extras: ['command:A', 'command:B'],
  unless: { outcome: 'failed' },
};

function accepting(...accepted: readonly string[]): ScenarioResult {
  return { ...notRun(scenario, 'passed', ''), accepted };
}

test('a refusal is judged if the server has accepted all that the request used', () => {
  const [found] = withAcceptedExtras([refused, accepting('command:A'), accepting('command:B')]);
  assert.equal(found?.outcome, 'failed');
  assert.equal(found.reason, undefined);
});

test('it stays incomplete as long as one of the extras was never accepted', () => {
  const [found] = withAcceptedExtras([refused, accepting('command:A', 'command:C')]);
  assert.equal(found?.outcome, 'incomplete');
  assert.equal(found.reason, 'needs a and b');
});
