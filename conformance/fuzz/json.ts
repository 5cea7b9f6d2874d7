import { writeJson } from '../base/body.ts';
import { failureOfProperty, type JudgedProperty } from './outcome.ts';
import { type FuzzContext, replayLine, shownValue } from './report.ts';

/** Writes the results as JSON, with all requests of each counterexample. */
export function fuzzJson(
  run: FuzzContext & { readonly seed: number; readonly profile: string },
  judged: readonly JudgedProperty[],
): string {
  const { seed, profile, base_url } = run;
  const properties = judged.map(({ result, ...entry }) => {
    const failed = result === undefined ? undefined : failureOfProperty(result, run.masker);
    if (result?.counterexample === undefined || failed === undefined) return entry;
    const { replay, shrinks } = result.counterexample;
    return {
      ...entry,
      clauses: result.property.clauses,
      value: shownValue(result.counterexample),
      shrinks,
      replay,
      again: replayLine(result, run),
      failure: failed.failure,
      exchanges: failed.exchanges,
    };
  });
  return `${JSON.stringify(JSON.parse(writeJson({ seed, profile, base_url, properties })), null, 2)}\n`;
}
