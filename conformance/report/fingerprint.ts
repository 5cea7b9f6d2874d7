import { createHash } from 'node:crypto';
import type { ScenarioResult } from './result.ts';

/**
 * A short text that stays the same as long as a scenario fails in the same way: from its clauses, the words of the
 * step and the kind of mismatch, without anything that varies from run to run. Undefined where it did not fail.
 */
export function fingerprintOf({ scenario, failure }: ScenarioResult): string | undefined {
  if (failure === undefined) return undefined;
  const step = failure.step.replaceAll(/\d+/g, '#');
  const text = [...scenario.clauses.toSorted(), step, failure.kind].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
