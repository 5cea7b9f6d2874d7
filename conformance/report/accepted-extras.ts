import type { ScenarioResult } from './result.ts';

/**
 * The results, where a request that was refused is judged after all if the server has accepted, in other requests of the
 * run, everything in it that the specification does not show: then that is not why it was refused.
 */
export function withAcceptedExtras(results: readonly ScenarioResult[]): readonly ScenarioResult[] {
  const accepted = new Set(results.flatMap((result) => result.accepted ?? []));
  return results.map((result) => {
    const { unless, reason: _, missing_extras = [], ...rest } = result;
    if (unless === undefined || !missing_extras.every((name) => accepted.has(name))) return result;
    return { ...rest, ...unless };
  });
}
