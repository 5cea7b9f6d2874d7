import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notRun, type Outcome, type ScenarioResult, type Scenario } from '../report/result.ts';
import { proofExitCode, proofJson } from './proof-json.ts';
import type { Fault } from '../run/mutation.ts';
import { proofLines } from './proof-console.ts';
import { alarmsIn, judgeFault, scoreOf, trialOf } from './score.ts';

const scenario = (id: string, clauses: readonly string[], silent = false): Scenario => ({
  id,
  uri: 'a.feature',
  line: 1,
  name: id,
  feature: 'A',
  tags: clauses,
  clauses,
  silent,
  alone: false,
});

const first = scenario('first', ['a.one']);
const second = scenario('second', ['a.two']);
const both = scenario('both', ['a.one', 'a.two']);
const quiet = scenario('quiet', ['a.open'], true);
const all = [first, second, both, quiet];

const fault: Fault = {
  name: 'wrong',
  clauses: ['a.one', 'a.two', 'b.other'],
  start: () => (request, forward) => forward(request),
};
const variant = {
  name: 'other-order',
  aspect: 'order',
  because: 'nothing forbids it',
  start: fault.start,
} as const;

const results = (outcomes: Readonly<Record<string, Outcome>>): readonly ScenarioResult[] =>
  all
    .filter(({ id }) => id in outcomes)
    .map((one) => notRun(one, outcomes[one.id] ?? 'broken', 'because'));

const trial = trialOf(fault, new Set(['a.one', 'a.two']), all);
const size = { faults: 1, variants: 1, combinations: 0 };

test('a trial contains only the wanted clauses and the scenarios that judge them', () => {
  assert.deepEqual(trial.clauses, ['a.one', 'a.two']);
  assert.deepEqual(
    trial.scenarios.map(({ id }) => id),
    ['first', 'second', 'both'],
  );
});

for (const { outcomes, survived } of [
  { outcomes: { first: 'failed', second: 'failed', both: 'passed' }, survived: [] },
  { outcomes: { first: 'passed', second: 'passed', both: 'failed' }, survived: [] },
  { outcomes: { first: 'failed', second: 'passed', both: 'passed' }, survived: ['a.two'] },
  { outcomes: { first: 'failed', second: 'incomplete', both: 'passed' }, survived: ['a.two'] },
  { outcomes: { first: 'failed', second: 'broken', both: 'lost' }, survived: ['a.two'] },
  { outcomes: {}, survived: ['a.one', 'a.two'] },
] as const) {
  test(`with the outcomes ${JSON.stringify(outcomes)}, [${survived.join(', ')}] survive`, () => {
    assert.deepEqual(judgeFault(trial, results(outcomes)).survived, survived);
  });
}

test('every result that is neither green nor unclaimed is an alarm', () => {
  const outcomes = {
    first: 'passed',
    second: 'incomplete',
    both: 'failed',
    quiet: 'observed',
  } as const;
  assert.deepEqual(
    alarmsIn(results(outcomes)).map((result) => result.scenario.id),
    ['second', 'both'],
  );
});

const proved = (
  faultOutcomes: Readonly<Record<string, Outcome>>,
  variantOutcomes: Readonly<Record<string, Outcome>>,
) => {
  const variantResults = results(variantOutcomes);
  const proof = {
    honest: results({ first: 'passed', second: 'passed', both: 'passed', quiet: 'observed' }),
    unfit: [],
    faults: [judgeFault(trial, results(faultOutcomes))],
    derived: [],
    variants: [
      { variant, companions: [], results: variantResults, alarms: alarmsIn(variantResults) },
    ],
  };
  return { proof, score: scoreOf([first, second, both], proof) };
};

const good = { first: 'failed', second: 'failed', both: 'failed' } as const;
const green = { first: 'passed', second: 'passed', both: 'passed' } as const;

for (const { faultOutcomes, variantOutcomes, code, lines } of [
  {
    faultOutcomes: good,
    variantOutcomes: green,
    code: 0,
    lines: ['detection 1/1 · false alarms 0/1 · liveness 3/3', '5 passed, 0 failed, 0 skipped'],
  },
  {
    faultOutcomes: { ...good, both: 'passed' },
    variantOutcomes: green,
    code: 1,
    lines: ['detection 1/1 · false alarms 0/1 · liveness 2/3', '4 passed, 1 failed, 0 skipped'],
  },
  {
    faultOutcomes: { ...green, first: 'failed' },
    variantOutcomes: { ...green, second: 'failed' },
    code: 1,
    lines: ['detection 0/1 · false alarms 1/1 · liveness 1/3', '1 passed, 4 failed, 0 skipped'],
  },
  {
    faultOutcomes: { ...good, both: 'broken' },
    variantOutcomes: green,
    code: 5,
    lines: ['detection 1/1 · false alarms 0/1 · liveness 2/3', '4 passed, 1 failed, 0 skipped'],
  },
  {
    faultOutcomes: { ...good, both: 'lost' },
    variantOutcomes: green,
    code: 4,
    lines: ['detection 1/1 · false alarms 0/1 · liveness 2/3', '4 passed, 1 failed, 0 skipped'],
  },
] as const) {
  test(`exit ${code}: ${lines[0]}`, () => {
    const { proof, score } = proved(faultOutcomes, variantOutcomes);
    assert.equal(proofExitCode(proof, score), code);
    assert.deepEqual(proofLines(proof, score, size).slice(-2), lines);
  });
}

test('nothing is proved if the correct server is not green', () => {
  const honest = results({ first: 'failed', second: 'passed' });
  const proof = { honest, unfit: alarmsIn(honest) };
  const score = scoreOf([first, second], {});
  assert.equal(proofExitCode(proof, score), 3);
  assert.deepEqual(proofLines(proof, score, size).slice(-1), ['0 passed, 1 failed, 2 skipped']);
});

test('nothing is proved if the profile claims no clause that a scenario judges', () => {
  const honest = results({ first: 'not-claimed', second: 'not-claimed', quiet: 'observed' });
  const proof = { honest, unfit: alarmsIn(honest) };
  const score = scoreOf([], {});
  assert.equal(proofExitCode(proof, score), 3);
  const lines = proofLines(proof, score, size);
  assert.match(lines.join('\n'), /nothing is proved: the profile claims no clause/);
  assert.equal(lines.at(-1), '0 passed, 0 failed, 2 skipped');
});

test('the matrix has a row for each clause of a fault and each scenario of the clause', () => {
  const { proof, score } = proved({ ...good, second: 'passed' }, green);
  const description = {
    id: 'x',
    version: '0',
    started_at: '',
    duration_ms: 1,
    profile: 'p',
    chapters: [],
    patterns: [],
  };
  const { matrix } = JSON.parse(proofJson({ description, proof, score, size, exit_code: 0 })) as {
    readonly matrix: readonly unknown[];
  };
  assert.deepEqual(matrix, [
    { clause: 'a.one', fault: 'wrong', check: 'first', red: true },
    { clause: 'a.one', fault: 'wrong', check: 'both', red: true },
    { clause: 'a.two', fault: 'wrong', check: 'second', red: false },
    { clause: 'a.two', fault: 'wrong', check: 'both', red: true },
  ]);
});
