import type { Accumulator, AggregateContext } from '../aggregate.ts';
import type { ColumnType } from '../column-type.ts';
import type { Expression } from '../expression.ts';
import type { SourceLocation } from '../syntax.ts';

/** A call of an aggregate whose operands are resolved; `count(*)` has no operands. */
export interface AggregateSite {
  readonly name: string;
  readonly place: SourceLocation;
  readonly operands: readonly Expression[];
  /** Only rows for which this condition is true are added. */
  readonly where: Expression | undefined;
}

interface ResolvedAggregate {
  readonly type: ColumnType;
  readonly create: (context: AggregateContext) => Accumulator;
}

/** An aggregate of the query language. */
export interface AggregateDefinition {
  readonly name: string;
  /** For example `percentile(number: numeric, percentile: numeric): double`; optional operands are in brackets. */
  readonly signature: string;
  readonly description: string;
  /** Minimum and maximum number of operands. */
  readonly operands: readonly [least: number, most: number];
  /** Returns the typed aggregate. Throws a QueryProblem if the types of the operands are wrong. */
  readonly resolve: (site: AggregateSite) => ResolvedAggregate;
}

/** Returns the definition of an aggregate; its name and the number of its operands follow from its signature. */
export function defineAggregate(
  signature: string,
  description: string,
  resolve: AggregateDefinition['resolve'],
): AggregateDefinition {
  const [name = '', operands = ''] = signature.split(/[()]/);
  const count = (text: string): number => text.split(':').length - 1;
  const least = count(operands.replace(/\[.*\]/, ''));
  return { name, signature, description, operands: [least, count(operands)], resolve };
}
