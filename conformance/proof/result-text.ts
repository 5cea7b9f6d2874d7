import { oneLine } from '../report/difference.ts';
import type { ScenarioResult } from '../report/result.ts';

/** Returns a result on one line: the scenario, its outcome, and why. */
export function resultText({ scenario, outcome, failure, reason }: ScenarioResult): string {
  const details = failure === undefined ? reason : `${failure.step}: ${failure.message}`;
  return `${scenario.id} ${outcome}${details === undefined ? '' : `: ${oneLine(details)}`}`;
}
