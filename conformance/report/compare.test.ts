import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Observation } from '../client/record.ts';
import { compareReports } from './compare.ts';
import type { Report } from './read-report.ts';

const clause = {
  id: 'async-query.header-spelling',
  chapter: 'async-query',
  level: 'SILENT',
  text: 'How the headers are spelled is left open.',
  verdict: 'observed',
} as const;

/** The report of a run in which one scenario made these observations. */
function reportOf(observations: readonly Observation[]): Report {
  const scenario = {
    id: 'a.feature:1',
    name: 'a',
    clauses: [clause.id],
    outcome: 'observed',
    excused: false,
    observations,
    exchanges: [],
    leftovers: [],
    duration_ms: 1,
  } as const;
  const run = {
    id: 'toy',
    version: '0.1.0',
    base_url: 'http://localhost:9200',
    profile: 'default',
    started_at: '2026-11-23T00:00:00.000Z',
    duration_ms: 1,
    again: '',
  };
  return {
    run,
    clauses: [clause],
    scenarios: [scenario],
    baseline: { entries: [] },
    unjudged: [],
    server_errors: [],
  };
}

/** What two runs answered differently. */
function differing(
  before: readonly Observation[],
  after: readonly Observation[],
): readonly string[] {
  return compareReports(reportOf(before), reportOf(after)).answers.map(({ what }) => what);
}

test('times and ids that every run has of its own are no difference', () => {
  const before = [
    { what: 'took', value: 1 },
    { what: 'milliseconds', value: 10 },
    { what: 'expiration', value: 1795426620916 },
    { what: 'X-Service-Async-Id', value: 'QVNRMQAAAAAAHQWz8MHKC5h881PvzAoWiMaGwQXd' },
  ];
  const after = [
    { what: 'took', value: 2 },
    { what: 'milliseconds', value: 1035 },
    { what: 'expiration', value: 1795550820653 },
    { what: 'X-Service-Async-Id', value: 'QVNRMQAAAAAAI20P-vlSoxtsRJQ3IeTXdTYBvz_N' },
  ];
  assert.deepEqual(differing(before, after), []);
});

test('an id without a digit or two capitals in a row is still no difference', () => {
  const row = (id: string): Observation => ({ what: 'a table', value: `green things ${id} 2 0` });
  const [before, after] = [row('dlUqezfdgl_hpDtOdWnlaw'), row('Zx1QkZ0RTfG3rVwJ_9aBcg')];
  assert.deepEqual(differing([before], [after]), []);
});

test('words with capitals are not taken for an id', () => {
  const cause = (type: string): Observation => ({ what: 'a cause', value: { type } });
  const [before, after] = [cause('NullPointerException'), cause('TooManyBucketsFailure')];
  assert.deepEqual(differing([before], [after]), ['a cause']);
});

test('any other change of an answer is one', () => {
  const before = [
    { what: 'count', value: 1 },
    { what: 'took', value: 1 },
    { what: 'expiration', value: 1795426620916 },
    { what: 'name', value: 'a-long-name-that-somebody-has-chosen-1' },
  ];
  const after = [
    { what: 'count', value: 2 },
    { what: 'took', value: '1ms' },
    { what: 'expiration', value: null },
    { what: 'name', value: 'a-long-name-that-somebody-has-chosen-2' },
  ];
  assert.deepEqual(differing(before, after), ['count', 'took', 'expiration', 'name']);
});

test('a changed body of a success is a difference, also of a text and of a long one', () => {
  const response = (body: unknown): Observation => ({
    what: 'answer',
    value: { status: 200, body },
  });
  const long = Array.from({ length: 200 }, (_, n) => ({ n }));
  const bodies = ['a,b\r\n1,2\r\n', { rows: [[1]] }, { rows: long }];
  const changed = ['a;b\r\n1;2\r\n', { rows: [[2]] }, { rows: [...long, { n: 0 }] }];
  for (const [at, body] of bodies.entries()) {
    assert.deepEqual(differing([response(body)], [response(changed[at])]), ['answer']);
    assert.deepEqual(differing([response(body)], [response(body)]), []);
  }
  const timed = (took: number): Observation => response({ took, rows: [[1]], id: `id-${took}` });
  assert.deepEqual(differing([timed(1)], [timed(2)]), []);
});
