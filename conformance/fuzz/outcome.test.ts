import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  Incomplete,
  Interrupted,
  KitFault,
  Mismatch,
  NotAllowed,
  TargetLost,
} from '../base/errors.ts';
import { property } from './property.ts';
import { Masker } from '../report/mask.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import { fuzzExitCode, judgeProperty, scenarioFor, scenarioResultOf } from './outcome.ts';
import { walksAgree } from './properties/walks-agree.ts';
import type { PropertyResult } from './run-property.ts';

const plain = property({
  id: 'plain',
  describe: 'A property that always holds.',
  clauses: [],
  arbitrary: () => fc.constant(0),
  holds: () => Promise.resolve(),
});

const held: PropertyResult = {
  property: plain,
  runs: 3,
  duration_ms: 1,
  shrinking_ms: 0,
  leftovers: [],
  accepted: 1,
  observed: [],
  serverErrors: [],
  requests: 0,
  rows: [],
};

function halted(halt: unknown): PropertyResult {
  return { ...held, halt };
}

const wrong: PropertyResult = {
  ...held,
  counterexample: {
    value: 0,
    replay: '1:0',
    shrinks: 0,
    clauses: [],
    error: new Mismatch(1, 0, 'another value'),
    record: {
      exchanges: [],
      unanswered: [],
      commands: [],
      observations: [],
      leftovers: [],
      error: undefined,
      secrets: [],
    },
  },
};

const broken = halted(new KitFault('unknown condition max_words'));
const thrown = halted(new TypeError('x is not a function'));
const lost = halted(new TargetLost('connection refused'));
const unable = halted(new Incomplete('no hook run_policies'));
const withheld = halted(new NotAllowed('needs --allow-global'));
const stopped = halted(new Interrupted('the run is being stopped'));

/** Results of properties, and the exit code of all of them together: the most severe outcome decides. */
const table: readonly (readonly [string, readonly PropertyResult[], number])[] = [
  ['a property that holds', [held], 0],
  ['a counterexample', [held, wrong], 1],
  ['a property that could not run and one that holds', [held, unable], 3],
  ['no results', [], 3],
  ['a property without a run', [{ ...held, runs: 0 }], 3],
  ['a counterexample and a property that could not run', [unable, wrong], 1],
  ['a property that would affect the whole server', [held, withheld], 0],
  ['a lost target', [held, lost], 4],
  ['a target that is lost after a counterexample', [wrong, lost], 4],
  [
    'a counterexample whose shrinking ends with the loss of the target',
    [{ ...wrong, halt: lost.halt }],
    4,
  ],
  ['a fault of the kit', [held, broken], 5],
  ['an unexpected error', [held, thrown], 5],
  ['a fault of the kit and other failures', [wrong, lost, unable, broken], 5],
  ['an interruption', [broken, stopped], 130],
];

for (const [what, results, code] of table) {
  test(`fuzz ends with ${code} after ${what}`, () => {
    const judged = results.map(judgeProperty);
    const context = { masker: new Masker([]) };
    const scenarios = judged.map((one) => scenarioResultOf(one, plain, context));
    const baseline = { entries: [], excused: new Set<string>(), stale: [] };
    assert.equal(fuzzExitCode(judged, scenarios, { baseline, isForbidden: false }), code);
  });
}

test('the reason of a broken property contains the stack', () => {
  assert.match(judgeProperty(thrown).reason ?? '', /x is not a function\n +at /);
});

test('what keeps a property from running leaves no clause open that the profile does not claim', () => {
  const claims = new Set([...defaultProfile.claims].filter((one) => one !== 'scroll'));
  const profile = { ...defaultProfile, claims };
  const judged = judgeProperty({ ...unable, property: walksAgree });
  const { scenario } = scenarioResultOf(judged, walksAgree, { masker: new Masker([]), profile });
  assert.deepEqual(
    scenario.clauses.filter((id) => id.startsWith('scroll.')),
    [],
  );
  for (const id of ['point-in-time.covers-whole-target', 'slice.point-in-time-union-complete'])
    assert.ok(scenario.clauses.includes(id), id);
  assert.deepEqual(scenarioFor(walksAgree, undefined).clauses, walksAgree.clauses);
});
