import { type Cause, causeOf } from './cause.ts';
import type { ScenarioResult } from './result.ts';

/** A result that failed where it judges, and its cause. */
interface Root {
  readonly result: ScenarioResult;
  readonly cause: Cause;
}

/**
 * The results, where those that did not reach a precondition because of what another scenario judges have the clause of
 * that scenario as their reason. The dependence follows from the requests: both were ended by the same
 * answer of the same operation. A result keeps its failure, and nothing else changes.
 */
export function withDependents(results: readonly ScenarioResult[]): readonly ScenarioResult[] {
  const roots = rootsOf(results);
  return results.map((result) => {
    if (result.precondition === undefined) return result;
    const cause = causeOf(result);
    const root = cause === undefined ? undefined : roots.get(cause.key);
    const clause = root?.result.scenario.clauses[0];
    if (root === undefined || clause === undefined) return result;
    const reason = `${clause} failed: ${root.cause.title}`;
    const own = result.reason === undefined ? {} : { own_reason: result.reason };
    return { ...result, reason, ...own, depends_on: clause };
  });
}

/** For each cause, the simplest scenario that judges it: fewest requests, then shortest bodies. */
function rootsOf(results: readonly ScenarioResult[]): ReadonlyMap<string, Root> {
  const roots = new Map<string, Root>();
  for (const result of results) {
    const cause = causeOf(result);
    // A scenario that only observes judges nothing: no other depends on its clause.
    const { outcome, scenario } = result;
    const judges = outcome === 'failed' && !scenario.silent && scenario.clauses.length > 0;
    if (!judges || cause?.isOperation !== true) continue;
    const known = roots.get(cause.key);
    if (known === undefined || costOf(result) < costOf(known.result)) {
      roots.set(cause.key, { result, cause });
    }
  }
  return roots;
}

/** How much a reader has to look at: a request counts more than any body. */
export function costOf({ exchanges }: ScenarioResult): number {
  const characters = exchanges.map(({ request_body }) => request_body?.length ?? 0);
  const size = characters.reduce((sum, length) => sum + length, 0);
  return exchanges.length + size / (size + 1);
}
