import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { anyRun, scenarioAbout } from '../testing/scenario.ts';
import { writeSummary } from './console.ts';
import { judgeRun } from './outcome.ts';
import { notRun, type ScenarioResult } from './result.ts';

const ledger = loadLedger();

/** A scenario of a clause that got no answer at a step. */
function silentAt(step: string, clause: string): ScenarioResult {
  const message = 'no response within 8000 ms';
  const failure = { kind: 'no-answer', step, message, expected: 'a', got: 'none' } as const;
  return {
    ...notRun(scenarioAbout(clause), 'failed', 'none'),
    failure: { ...failure, differences: [] },
  };
}

function summaryOf(...results: readonly ScenarioResult[]): string {
  const options = { ledger, baseline: [], unjudged: [] };
  const outcome = judgeRun(anyRun, results, { ...options, today: '2030-01-31' });
  let text = '';
  const output = { isTerminal: false, colours: false, write: (more: string) => (text += more) };
  writeSummary(output, outcome, { ledger, detail: 'normal', waited: false });
  return text;
}

test('a server that may be busy with an endless query gets a hint', () => {
  const endless = silentAt(
    'the client starts an endless query over "books"',
    'async-query.post-starts',
  );
  const other = silentAt('an index "books"', 'index.create-empty');
  const hint = /2 scenarios got no answer, one of them to an endless query/;
  assert.match(summaryOf(endless, other), hint);
  assert.doesNotMatch(summaryOf(other, silentAt('an index "films"', 'index.create-empty')), hint);
  assert.doesNotMatch(summaryOf(endless), hint);
});
