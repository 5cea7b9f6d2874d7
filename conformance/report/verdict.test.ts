import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { notRun, type Outcome, type Scenario, type ScenarioResult } from './result.ts';
import { verdictsOf } from './verdict.ts';

const [asked, beside] = ['search.term-exact', 'search.range-gte'] as const;

/** The result of a scenario, or of a property, about these clauses. */
function resultOf(uri: string, outcome: Outcome, clauses: readonly string[]): ScenarioResult {
  const names = { id: uri, uri, name: uri, feature: '' };
  const line = uri.startsWith('features/') ? { line: 1 } : {};
  const scenario: Scenario = {
    ...names,
    ...line,
    tags: clauses,
    clauses,
    silent: false,
    alone: false,
  };
  return notRun(scenario, outcome, 'no time was left');
}

/** The verdicts by clause. */
function verdicts(...results: readonly ScenarioResult[]): Readonly<Record<string, string>> {
  const found = verdictsOf(loadLedger(), results);
  return Object.fromEntries(found.map(({ clause, verdict }) => [clause.id, verdict]));
}

const example = resultOf('features/search/term.feature', 'passed', [asked]);
const propertyThat = (outcome: Outcome) => resultOf('fuzz/walks-agree', outcome, [asked, beside]);

test('a property that had no time changes no verdict, and gives none to clauses without an example', () => {
  assert.deepEqual(verdicts(example, propertyThat('incomplete')), { [asked]: 'conformant' });
});

test('a property that judged gives a verdict to clauses without an example', () => {
  const judged = verdicts(example, propertyThat('failed'));
  assert.deepEqual(judged, { [asked]: 'non-conformant', [beside]: 'non-conformant' });
});

test('a property that had no time is incomplete where nothing else ran', () => {
  const untried = verdicts(propertyThat('incomplete'));
  assert.deepEqual(untried, { [asked]: 'incomplete', [beside]: 'incomplete' });
});
