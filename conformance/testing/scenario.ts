import type { Scenario } from '../report/result.ts';

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
