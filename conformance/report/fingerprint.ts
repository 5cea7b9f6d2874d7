import { createHash } from 'node:crypto';
import type { ScenarioResult } from './result.ts';

/**
 * A short hash that stays the same as long as a scenario fails in the same way: of the clauses, the text of the step and
 * the kind of mismatch, or of an incomplete scenario, its reason. Undefined if there is neither.
 */
export function fingerprintOf(result: ScenarioResult): string | undefined {
  const { scenario, failure, outcome, reason, own_reason = reason } = result;
  const clauses = scenario.clauses.toSorted();
  if (failure !== undefined) {
    // How far a counterexample is shrunk depends on time, and so does the kind of its mismatch.
    if (result.generated !== undefined) return hashOf([scenario.id]);
    return hashOf([...clauses, failure.step.replaceAll(/\d+/g, '#'), failure.kind]);
  }
  if (outcome !== 'incomplete' || own_reason === undefined) return undefined;
  // Names that the kit made, numbers and quoted values differ from run to run.
  const why = own_reason.replaceAll(/\bck-[\w-]+|"[^"]*"|\d+/g, '#').split('\n', 1);
  return hashOf([...clauses, outcome, ...why]);
}

function hashOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);
}
