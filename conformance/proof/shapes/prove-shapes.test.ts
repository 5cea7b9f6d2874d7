import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  notRun,
  type Outcome,
  type ScenarioResult,
  wereInterrupted,
  asRewritten,
  type Scenario,
} from '../../report/result.ts';
import { proofExitCode } from '../proof-json.ts';
import { proofLines } from '../proof-console.ts';
import { scoreOf } from '../score.ts';
import { shapesNamed } from './combinations.ts';
import { isFair, passes, proveShapes, type RunShaped } from './prove-shapes.ts';
import { shapeAlarmLines, shapeLines } from '../proof-console.ts';

const scenario = (id: string): Scenario => ({
  id,
  uri: 'a.feature',
  line: 1,
  name: id,
  feature: 'A',
  tags: [],
  clauses: ['a.one'],
  silent: false,
  alone: false,
});

const scenarios = ['first', 'second', 'third'].map(scenario);
const pair = shapesNamed('ids-once,no-totals');

/** Runs scenarios that have these outcomes if a server has all of these shapes, and pass on others. */
function runWith(
  outcomes: Readonly<Record<string, Outcome>>,
  ...needed: readonly string[]
): RunShaped {
  return (shapes, some) => {
    const has = needed.every((name) => shapes.some((shape) => shape.name === name));
    const outcomeOf = (id: string): Outcome => (has ? (outcomes[id] ?? 'passed') : 'passed');
    return Promise.resolve(
      some.map(({ scenario: one }) => notRun(one, outcomeOf(one.id), 'because')),
    );
  };
}

async function prove(run: RunShaped) {
  const [verdict] = await proveShapes({ combinations: [pair], scenarios }, run, () => undefined);
  assert.ok(verdict !== undefined);
  return verdict;
}

test('a scenario may end early for want of a hook or of an extra that the profile does not claim', () => {
  const incomplete = (more: Partial<ScenarioResult>): ScenarioResult => ({
    ...notRun(scenario('one'), 'incomplete', 'because'),
    ...more,
  });
  assert.ok(isFair(incomplete({ missing_hook: 'refresh' })));
  assert.ok(isFair(incomplete({ missing_extras: ['call:putSettings'] })));
  assert.ok(!isFair(incomplete({ reason: 'the documents were not visible within 5000 ms' })));
  assert.ok(!isFair(notRun(scenario('one'), 'failed', 'because')));
  assert.ok(isFair(notRun(scenario('one'), 'not-claimed', 'because')));
});

test('a combination passes if all scenarios do', async () => {
  const verdict = await prove(runWith({}));
  assert.ok(passes(verdict));
  assert.equal(verdict.judged, 3);
  assert.deepEqual(shapeLines([verdict]), [
    'shapes 2 · pairs 1 · combinations 1 · scenarios in another way 0 · false alarms 0',
  ]);
  assert.deepEqual(shapeLines(undefined), []);
});

test('a failure is put down to the shape that it occurs on alone', async () => {
  const alone = await prove(runWith({ second: 'failed' }, 'no-totals'));
  assert.deepEqual([passes(alone), alone.causes], [false, ['no-totals']]);
  assert.match(shapeAlarmLines(alone).join('\n'), /alone on no-totals\n {2}second failed/);
  const together = await prove(runWith({ second: 'failed' }, 'no-totals', 'ids-once'));
  assert.deepEqual([passes(together), together.causes], [false, []]);
});

test('a combination that is interrupted, at once or when it is tried again, is no false alarm', async () => {
  const atOnce = await prove(runWith({ second: 'interrupted' }));
  let runs = 0;
  const later = await prove((shapes, some) => {
    runs += 1;
    return runWith({ second: runs === 1 ? 'failed' : 'interrupted' })(shapes, some);
  });
  for (const { alarms, causes, results } of [atOnce, later]) {
    assert.deepEqual([alarms, causes, wereInterrupted(results)], [[], [], true]);
  }
  assert.equal(runs, 2);
  const shapes = [later];
  const proof = { honest: [notRun(scenario('first'), 'passed', '')], unfit: [], shapes };
  const score = scoreOf([], {});
  const lines = proofLines(proof, score, { faults: 0, variants: 0, combinations: 1 });
  assert.deepEqual(lines.slice(1), ['the proof was stopped', '0 passed, 0 failed, 1 skipped']);
  assert.equal(proofExitCode(proof, score), 130);
});

test('scenarios that pass are sent in another way too, and a failure of that is an alarm of its own', async () => {
  const ways: string[] = [];
  const verdict = await prove((_, some) =>
    Promise.resolve(
      some.map(({ scenario: one, rewriting }) => {
        if (rewriting === undefined) {
          return { ...notRun(one, 'passed', 'because'), rewritable: ['by-alias'] };
        }
        ways.push(one.id);
        const use = { id: rewriting.id, clause: rewriting.clause, requests: 1 };
        return asRewritten({ ...notRun(one, 'failed', 'because'), rewriting: use }, use);
      }),
    ),
  );
  const [tried] = ways;
  assert.deepEqual(ways, [tried, tried, tried, tried], 'once, again, and on each of two shapes');
  assert.deepEqual(
    verdict.alarms.map(({ scenario: one }) => one.id),
    [`${tried}~by-alias`],
  );
  assert.deepEqual(verdict.causes, ['ids-once', 'no-totals']);
  assert.match(shapeLines([verdict]).join(''), /scenarios in another way 1 · false alarms 1/);
});

test('a combination on which nothing is judged does not pass', async () => {
  const some = await prove(runWith({ first: 'not-claimed', second: 'not-claimed' }));
  assert.ok(passes(some));
  const none = { first: 'not-claimed', second: 'not-claimed', third: 'not-claimed' } as const;
  const verdict = await prove(runWith(none));
  assert.deepEqual([verdict.alarms.length, passes(verdict)], [0, false]);
  assert.match(shapeAlarmLines(verdict).join('\n'), /too few scenarios/);
});

test('what is sent in another way does not make up for scenarios that came to no judgement', async () => {
  const verdict = await prove((_, some) =>
    Promise.resolve(
      some.map(({ scenario: one, rewriting }) => {
        if (rewriting !== undefined) {
          const use = { id: rewriting.id, clause: rewriting.clause, requests: 1 };
          return asRewritten({ ...notRun(one, 'passed', ''), rewriting: use }, use);
        }
        if (one.id !== 'first')
          return { ...notRun(one, 'incomplete', ''), missing_hook: 'refresh' };
        return { ...notRun(one, 'passed', ''), rewritable: ['by-alias', 'total-tracked'] };
      }),
    ),
  );
  assert.deepEqual([verdict.judged, verdict.results.length], [1, 5]);
  assert.ok(!passes(verdict));
  assert.match(shapeAlarmLines(verdict).join('\n'), /1 of 3 judged[^]*too few scenarios/);
});

test('an unknown shape is a wrong flag', () => {
  assert.throws(() => shapesNamed('no-total'), /there is no shape no-total.*no-totals/);
});
