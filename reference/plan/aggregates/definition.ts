import type { Accumulator } from '../aggregate.ts';
import type { ColumnType, ValueType } from '../column-type.ts';
import type { Evaluation, Expression } from '../expression.ts';
import type { ExampleValue } from '../functions/definition.ts';
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
  readonly create: (evaluation: Evaluation) => Accumulator;
}

/** A call of an aggregate over a column, and its result. */
export interface AggregateExample {
  /** A call over columns named after their types (`long`, `keyword` …). */
  readonly call: string;
  /** The values of the column, row by row: null for a row without values, a list for a multi-value. */
  readonly of: readonly ExampleValue[];
  readonly gives: ExampleValue;
}

/** An aggregate of the query language. */
export interface AggregateDefinition {
  readonly name: string;
  /** For example `percentile(number: numeric, percentile: numeric): double`. */
  readonly signature: string;
  readonly description: string;
  readonly examples: readonly AggregateExample[];
  /** Minimum and maximum number of operands. */
  readonly operands: readonly [least: number, most: number];
  /** How a result over a sample becomes an estimate for all rows: `scaled` by the ratio, unchanged, or not possible. */
  readonly sampled: 'scaled' | 'same' | 'never';
  /** Returns the typed aggregate. Throws a QueryProblem if the types of the operands are wrong. */
  readonly resolve: (site: AggregateSite) => ResolvedAggregate;
}

/** Returns whether a column can have a type; spans of time cannot be aggregated. */
export function isColumnType(type: ValueType): type is ColumnType {
  return type !== 'date_period' && type !== 'time_duration';
}
