import { createHash } from 'node:crypto';
import type { ScenarioResult } from './result.ts';

/**
 * A short hash of the clauses, the text of the step and the kind of mismatch: it stays the same as long as a scenario
 * fails in the same way. Undefined if the scenario did not fail.
 */
export function fingerprintOf({ scenario, failure }: ScenarioResult): string | undefined {
  if (failure === undefined) return undefined;
  const step = failure.step.replaceAll(/\d+/g, '#');
  const text = [...scenario.clauses.toSorted(), step, failure.kind].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
