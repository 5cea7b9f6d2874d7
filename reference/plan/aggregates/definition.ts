import type { Accumulator } from '../aggregate.ts';
import type { ColumnType, ValueType } from '../column-type.ts';
import type { Evaluation, Expression } from '../expression.ts';
import type { ExampleValue } from '../functions/definition.ts';
import type { SourceLocation } from '../syntax.ts';

/** A call of an aggregate whose operands have types; `count(*)` has none. */
export interface AggregateSite {
  readonly name: string;
  readonly place: SourceLocation;
  readonly operands: readonly Expression[];
  /** Only rows for which it is true are added. */
  readonly where: Expression | undefined;
}

interface ResolvedAggregate {
  readonly type: ColumnType;
  readonly create: (evaluation: Evaluation) => Accumulator;
}

export interface AggregateExample {
  /** A call over columns named after their types (`long`, `keyword` …). */
  readonly call: string;
  /** The values of the column, row by row; null is a row without one, a list a multi-value. */
  readonly of: readonly ExampleValue[];
  readonly gives: ExampleValue;
}

/** An aggregate of the query language. */
export interface AggregateDefinition {
  readonly name: string;
  /** As in `percentile(number: numeric, percentile: numeric): double`. */
  readonly signature: string;
  readonly description: string;
  readonly examples: readonly AggregateExample[];
  /** Least and greatest number of operands. */
  readonly operands: readonly [least: number, most: number];
  /** How a figure of a sample of the rows stands for all: `scaled` by their ratio, the `same`, or not at all. */
  readonly sampled: 'scaled' | 'same' | 'never';
  /** Throws a QueryProblem if the types do not fit. */
  readonly resolve: (site: AggregateSite) => ResolvedAggregate;
}

/** The name of a type if a column can have it; spans of time cannot be aggregated. */
export function isColumnType(type: ValueType): type is ColumnType {
  return type !== 'date_period' && type !== 'time_duration';
}
