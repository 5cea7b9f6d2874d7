import type { RunDescription } from '../report/outcome.ts';
import type { Scenario } from '../report/result.ts';

/** A run, for tests of what is reported about its results. */
export const anyRun: RunDescription = {
  id: 'abc123',
  version: '0',
  base_url: 'http://host',
  profile: 'default',
  notes: {},
  started_at: '2030-01-31T00:00:00Z',
  duration_ms: 1,
  again: '',
};

/** A scenario of these clauses, for tests of what becomes of its result. */
export function scenarioAbout(...clauses: readonly string[]): Scenario {
  return {
    id: 'a.feature:1',
    uri: 'a.feature',
    line: 1,
    name: 'a',
    feature: 'a',
    tags: [],
    clauses,
    silent: false,
    alone: false,
  };
}
