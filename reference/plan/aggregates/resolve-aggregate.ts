import type { AggregateCall } from '../aggregate.ts';
import { QueryProblem } from '../expression.ts';
import { aggregateDefinitions } from './aggregate-definitions.ts';
import type { AggregateDefinition, AggregateSite } from './definition.ts';

const byName = new Map(aggregateDefinitions.map((definition) => [definition.name, definition]));

/** Names of all aggregates. */
export const aggregateNames: readonly string[] = [...byName.keys()];

/** Returns whether a name, in lower case, is that of an aggregate. */
export function isAggregate(name: string): boolean {
  return byName.has(name);
}

/**
 * Takes a call of an aggregate (`count(*)` without operands); returns it with its type. Throws a QueryProblem if the
 * name is unknown or the operands are wrong.
 */
export function resolveAggregate(site: AggregateSite): AggregateCall {
  const definition = byName.get(site.name);
  if (definition === undefined) {
    throw new QueryProblem(site.place, `Unknown function [${site.name}]`);
  }
  checkCount(site, definition);
  const { type, create } = definition.resolve(site);
  return { name: site.name, type, operands: site.operands, where: site.where, create };
}

function checkCount({ name, place, operands }: AggregateSite, definition: AggregateDefinition) {
  const [least, most] = definition.operands;
  if (operands.length >= least && operands.length <= most) return;
  const words = ['no', 'exactly one', 'exactly two', 'exactly three'];
  const expected =
    least === most ? `${words[least]} argument` : `between ${least} and ${most} arguments`;
  throw new QueryProblem(
    place,
    `error building [${name}]: function [${name}] expects ${expected}${least === most && least > 1 ? 's' : ''}`,
  );
}
