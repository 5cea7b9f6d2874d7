import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import type { MismatchKind } from '../base/errors.ts';
import { resolveEntry } from './baseline.ts';
import { causeOf } from './cause.ts';
import { countFailures, showProgress } from './progress.ts';
import { failureGroups, sizeOf } from './failure-groups.ts';
import { judgeRun } from './outcome.ts';
import { notRun, type RecordedExchange, type ScenarioResult } from './result.ts';
import { anyRun } from '../testing/scenario.ts';

const ledger = loadLedger();
const options = {
  ledger,
  baseline: [],
  unjudged: [],
  today: '2030-01-31',
};

function exchange(method: string, path: string, status: number): RecordedExchange {
  const headers = { request_headers: {}, response_headers: {} };
  return { method, path, status, response_body: '', duration_ms: 1, ...headers };
}

/** How a scenario fails. */
interface Ended {
  readonly kind: MismatchKind;
  readonly message: string;
  readonly request?: number;
  readonly step?: string;
  readonly exchanges?: readonly RecordedExchange[];
}

/** A failed scenario at a line of a feature file. */
function failed(
  line: number,
  clause: string,
  { exchanges = [], ...failure }: Ended,
): ScenarioResult {
  const scenario = {
    id: `a.feature:${line}`,
    uri: 'a.feature',
    line,
    name: 'a',
    feature: 'a',
    tags: [clause],
    clauses: [clause],
    silent: false,
    alone: false,
  };
  return {
    ...notRun(scenario, 'failed', 'none'),
    exchanges,
    failure: { step: 'a step', expected: 'a', got: 'b', differences: [], ...failure },
  };
}

const refused = (name: string): RecordedExchange => exchange('PUT', `/ck-abc123-1-${name}`, 501);
const creation = { kind: 'server-error', message: 'server error' } as const;
const root = failed(1, 'index.create-empty', { ...creation, exchanges: [refused('1-books')] });
const dependent: ScenarioResult = {
  ...notRun(failed(2, 'scroll.open', creation).scenario, 'incomplete', 'server error'),
  exchanges: [refused('2-books')],
  precondition: 'server-error',
};
const unreached: ScenarioResult = {
  ...notRun(failed(3, 'slice.parts', creation).scenario, 'incomplete', 'not reached'),
  exchanges: [exchange('PUT', '/ck-abc123-1-3-books', 403)],
  precondition: 'value',
};

test('what did not reach a precondition for the cause of a failed clause names it', () => {
  const { results, counts, exit_code } = judgeRun(anyRun, [dependent, unreached, root], options);
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['incomplete', 'incomplete', 'failed'],
  );
  assert.equal(results[0]?.reason, 'index.create-empty failed: PUT /{index} answered 501');
  assert.equal(results[1]?.reason, 'not reached', 'another status is another cause');
  assert.deepEqual(counts, { passed: 0, failed: 1, skipped: 2, observed: 0 });
  assert.equal(exit_code, 1);
});

test('while a run goes on, failures are counted as its report counts them, in any order', () => {
  const results = [dependent, unreached, root, { ...dependent }];
  for (const shown of [results, results.toReversed()]) {
    const count = countFailures(() => true);
    const lines: string[] = [];
    const output = { isTerminal: true, colours: false, write: (text: string) => lines.push(text) };
    const progress = showProgress(output, { total: shown.length, detail: 'normal' });
    for (const result of shown) {
      count.add(result);
      progress.onResult(result);
    }
    progress.stop();
    const { counts } = judgeRun(anyRun, shown, options);
    assert.deepEqual([count.failed(), count.incomplete()], [counts.failed, counts.skipped]);
    assert.match(lines.join(''), /4\/4 scenarios, 1 failed, 3 incomplete {2}/);
  }
});

test('what depends on a known failure counts as incomplete, and the failure does not count', () => {
  const count = countFailures((result) => result !== root);
  for (const result of [dependent, root]) count.add(result);
  assert.deepEqual([count.failed(), count.incomplete()], [0, 1]);
});

test('a scenario that only observes depends on a failed clause, too', () => {
  const silent = { ...unreached, precondition: 'server-error' as const };
  const exchanges = [refused('3-books')];
  const { results } = judgeRun(anyRun, [{ ...silent, exchanges }, root], options);
  assert.equal(results[0]?.depends_on, 'index.create-empty');
});

test('no clause depends on a scenario that only observes, and none is shown by it', () => {
  const silent = { ...root, scenario: { ...root.scenario, silent: true } };
  const outcome = judgeRun(anyRun, [silent, dependent], options);
  assert.deepEqual(
    outcome.results.map((result) => [result.outcome, result.depends_on]),
    [
      ['failed', undefined],
      ['incomplete', undefined],
    ],
  );
  const other = failed(6, 'scroll.open', { ...creation, exchanges: [refused('6-books')] });
  const both = judgeRun(anyRun, [silent, other], options);
  assert.equal(failureGroups(both)[0]?.example.scenario.line, 6);
});

test('of several clauses that fail for one cause, the one with the smallest request is named', () => {
  const large = { ...refused('5-books'), request_body: '{"settings":{}}' };
  const other = failed(5, 'index.create-with-all-members', { ...creation, exchanges: [large] });
  const { results } = judgeRun(anyRun, [dependent, other, root], options);
  assert.equal(results[0]?.depends_on, 'index.create-empty');
});

test('without a failed clause of the same cause, the reason stays that of the precondition', () => {
  const exchanges = [exchange('PUT', '/ck-abc123-1-4-a', 500)];
  const other = failed(4, 'index.create-empty', { ...creation, exchanges });
  const { results } = judgeRun(anyRun, [dependent, other], options);
  assert.deepEqual([results[0]?.reason, results[0]?.depends_on], ['server error', undefined]);
});

test('a known failure excuses what depends on it, if the baseline names both', () => {
  const baseline = ['index.create-empty', 'scroll.open'].map((clause) =>
    resolveEntry(
      { clause, reason: 'known' },
      [dependent, root, passed(9)].map(({ scenario }) => scenario),
    ),
  );
  const outcome = judgeRun(anyRun, [dependent, root, passed(9)], { ...options, baseline });
  assert.equal(outcome.exit_code, 0);
  const half = judgeRun(anyRun, [dependent, root, passed(9)], {
    ...options,
    baseline: baseline.slice(0, 1),
  });
  assert.equal(half.exit_code, 3);
});

function passed(line: number): ScenarioResult {
  const { scenario } = failed(line, 'scroll.open', creation);
  return { ...notRun(scenario, 'passed', 'none') };
}

test('failures are grouped by cause, the largest group first, with the simplest example', () => {
  const schema = (line: number, at: string): ScenarioResult =>
    failed(line, 'search.fine', {
      kind: 'schema',
      message: `the response breaks its schema at ${at}: must have a total`,
      exchanges: [refused('1-a'), exchange('POST', '/ck-abc123-1-9-a/_search', 200)],
    });
  const row = (line: number, clause: string): ScenarioResult => {
    const result = failed(line, clause, {
      kind: 'value',
      message: `expected ${line}`,
      step: `there are "${line}" hits`,
    });
    return { ...result, scenario: { ...result.scenario, outline: 'a.feature:20' } };
  };
  const results = [
    { ...row(22, 'slice.parts'), exchanges: [refused('1-a'), refused('1-b')] },
    { ...row(21, 'scroll.open'), exchanges: [refused('1-a')] },
    schema(10, '/hits/0'),
    schema(11, '/hits/7'),
    dependent,
    { ...dependent, scenario: { ...dependent.scenario, id: 'a.feature:5' } },
    root,
  ];
  const groups = failureGroups(judgeRun(anyRun, results, options));
  assert.deepEqual(
    groups.map((group) => [sizeOf(group), group.cause.title, group.example.scenario.line]),
    [
      [3, 'PUT /{index} answered 501', 1],
      [2, 'PUT /{index}: expected 21', 21],
      [
        2,
        'POST /{target}/_search: the response breaks its schema at /hits/0: must have a total',
        10,
      ],
    ],
  );
});

test('the names that a run gives do not divide a cause', () => {
  const names = ['ck-toxekp1aed-1-5-books', 'ck-toxekp1aed-f-7-books'];
  const broken = names.map((name, at) =>
    notRun(failed(at + 1, 'scroll.open', creation).scenario, 'broken', `the step needs ${name}`),
  );
  const groups = failureGroups(judgeRun(anyRun, broken, options));
  assert.deepEqual(
    groups.map(({ cause }) => cause.title),
    ['the step needs books'],
  );
});

test('the cause is the answer to the request that the failure names, not the last one', () => {
  const message = 'the response breaks its schema at /: must have a total';
  const exchanges = [
    exchange('POST', '/ck-abc123-1-9-a/_search', 200),
    exchange('GET', '/ck-abc123-1-9-a/_mapping', 200),
  ];
  const results = [
    failed(1, 'search.fine', { kind: 'schema', message, request: 1, exchanges }),
    failed(2, 'search.fine', { kind: 'no-answer', message: 'none', request: 1, exchanges }),
    failed(3, 'search.fine', { kind: 'value', message: 'nothing was refused', exchanges }),
  ];
  assert.deepEqual(
    results.map((result) => causeOf(result)?.title),
    [
      `POST /{target}/_search: ${message}`,
      'POST /{target}/_search answered 200',
      'GET /{target}/_mapping: nothing was refused',
    ],
  );
});

test('an error is one cause in whatever format the server writes it', () => {
  const error = { type: 'parsing_exception', reason: '[1:81] unknown field [time_zone]' };
  const bodies: readonly Partial<RecordedExchange>[] = [
    { response_body: JSON.stringify({ error }) },
    { response_body: `---\nerror:\n  type: "${error.type}"\n  reason: "${error.reason}"\n` },
    { response_body: 'base64:v2Vl', response_decoded: JSON.stringify({ error }) },
  ];
  const results = bodies.map((body, at) =>
    failed(at, 'query.time-zone-utc', {
      ...creation,
      exchanges: [{ ...exchange('POST', '/_query', 400), ...body }],
    }),
  );
  assert.deepEqual(
    new Set(results.map((result) => causeOf(result)?.title)),
    new Set([`POST /_query answered 400 ${error.type}: ${error.reason}`]),
  );
  assert.equal(new Set(results.map((result) => causeOf(result)?.key)).size, 1);
});
