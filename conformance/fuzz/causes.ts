import { causeOf, faultyExchange, titleOf } from '../report/cause.ts';
import type { ScenarioResult } from '../report/result.ts';

/** Properties that fail for what seems to be the same reason. */
export interface JoinedFailure {
  readonly title: string;
  /** The ids of the properties. */
  readonly properties: readonly string[];
}

interface Failed {
  readonly id: string;
  readonly title: string;
  readonly key: string;
  readonly operation: string | undefined;
  readonly clauses: readonly string[];
}

/**
 * Joins the failures of properties: those with the same wrong answer of an operation, and those that accuse the same operation
 * and follow from a common clause.
 */
export function joinedFailures(results: readonly ScenarioResult[]): readonly JoinedFailure[] {
  let groups: readonly (readonly Failed[])[] = [];
  for (const failed of results.flatMap(failureOf)) {
    const isNear = (group: readonly Failed[]): boolean =>
      group.some((other) => haveOneCause(failed, other));
    const joined = [...groups.filter(isNear).flat(), failed];
    groups = [...groups.filter((group) => !isNear(group)), joined];
  }
  return groups.map((group) => ({
    title: group[0]?.title ?? '',
    properties: group.map(({ id }) => id),
  }));
}

function failureOf(result: ScenarioResult): readonly Failed[] {
  const { failure, outcome, scenario } = result;
  const cause = outcome === 'failed' ? causeOf(result) : undefined;
  if (cause === undefined || failure === undefined) return [];
  const exchange = faultyExchange(result, failure);
  const operation = exchange === undefined ? undefined : titleOf(exchange);
  const { id, clauses } = scenario;
  return [{ id, title: cause.title, key: cause.key, operation, clauses }];
}

function haveOneCause(one: Failed, other: Failed): boolean {
  if (one.key === other.key) return true;
  const accuseTheSame = one.operation !== undefined && one.operation === other.operation;
  return accuseTheSame && one.clauses.some((clause) => other.clauses.includes(clause));
}
