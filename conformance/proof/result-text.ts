import { oneLine, atMost } from '../report/difference.ts';
import type { ScenarioResult } from '../report/result.ts';

/** Returns a line for each of the first results, and how many more there are. */
export function resultLines(results: readonly ScenarioResult[], most: number): readonly string[] {
  const lines = results.map((result) => `  ${resultText(result)}`);
  return atMost(lines, most, (more) => `  and ${more} more`);
}

/** Returns a result on one line: the scenario, its outcome, and why. */
export function resultText({ scenario, outcome, failure, reason }: ScenarioResult): string {
  const details = failure === undefined ? reason : `${failure.step}: ${failure.message}`;
  return `${scenario.id} ${outcome}${details === undefined ? '' : `: ${oneLine(details)}`}`;
}
