import { writeJson } from '../base/body.ts';
import { failureOfProperty, type JudgedProperty } from './outcome.ts';
import type { Reach } from './reach.ts';
import { type FuzzContext, replayLine, shownValue } from './report.ts';

/** Writes the results as JSON, with all requests of each counterexample. */
export function fuzzJson(
  run: FuzzContext & {
    readonly seed: number;
    readonly profile: string;
    readonly reach: Reach | undefined;
  },
  judged: readonly JudgedProperty[],
): string {
  const { seed, profile, base_url, reach } = run;
  const properties = judged.map(({ result, ...plain }) => {
    const observed = result?.observed ?? [];
    const errors = result?.serverErrors ?? [];
    const entry = {
      ...plain,
      ...(observed.length === 0 ? {} : { observed }),
      ...(errors.length === 0 ? {} : { server_errors: errors }),
    };
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
  return `${JSON.stringify(JSON.parse(writeJson({ seed, profile, base_url, reach, properties })), null, 2)}\n`;
}
