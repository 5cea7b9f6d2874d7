import type { AggregateCall } from './aggregates/definition.ts';
import type { ColumnType } from './column-type.ts';
import type { Expression } from './expression.ts';

/** The name and type of a column. */
export interface OutputColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * A value and the slot of the rows that it fills. Each value of a plan has a slot of its own, so that the cells of a row
 * remain where they are, whatever the names of the columns.
 */
export interface SlotValue {
  readonly at: number;
  readonly value: Expression;
}

/** The data that a source loads from each document for one slot. */
export type SourceLoad =
  | { readonly kind: 'field'; readonly field: string; readonly type: ColumnType }
  | {
      readonly kind: 'metadata';
      readonly name: '_index' | '_id' | '_version' | '_source' | '_ignored';
    };

/** One key of a sort. */
export interface SortKey {
  readonly value: Expression;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** A step with resolved names and types, which takes the rows of the step before. The first is `source` or `row`. */
export type PlanStep =
  /** The documents of the indices of the query. The slots from 0 on are loaded when they are read. */
  | { readonly kind: 'source'; readonly loads: readonly SourceLoad[] }
  /** One row without columns. */
  | { readonly kind: 'row' }
  /** Keeps the rows for which the condition is true. */
  | { readonly kind: 'filter'; readonly condition: Expression }
  /** Adds values, each of which may read those before it. */
  | { readonly kind: 'extend'; readonly values: readonly SlotValue[] }
  | AggregateStep
  | SortStep
  /** Keeps the first rows. */
  | { readonly kind: 'limit'; readonly count: number }
  /** One row for each value of the slot `from`, in the slot `at`: the same one if nothing else shows the list. */
  | { readonly kind: 'expand'; readonly from: number; readonly at: number };

/** A row for each group, with only the slots of its keys and aggregates; without keys there is one group. */
export interface AggregateStep {
  readonly kind: 'aggregate';
  readonly aggregates: readonly { readonly at: number; readonly call: AggregateCall }[];
  readonly keys: readonly { readonly from: number; readonly at: number }[];
}

/** Sorts the rows by its keys. */
export interface SortStep {
  readonly kind: 'sort';
  readonly keys: readonly SortKey[];
}

/** The steps of a query, the columns of its result, and its warnings. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  readonly shown: readonly (OutputColumn & { readonly at: number })[];
  /** Warnings of the analysis for the `Warning` header (the default limit). */
  readonly warnings: readonly string[];
}

/** Returns the slots from which the result of a plan is computed; the others need no values. */
export function usedSlots({ steps, shown }: Pick<Plan, 'steps' | 'shown'>): ReadonlySet<number> {
  const used = new Set(shown.map(({ at }) => at));
  const read = (expression: Expression | undefined): void => {
    if (expression?.kind === 'column') used.add(expression.at);
    if (expression?.kind === 'call') expression.operands.forEach(read);
  };
  for (const step of steps.toReversed()) {
    if (step.kind === 'expand') used.add(step.from);
    if (step.kind === 'aggregate') for (const { from } of step.keys) used.add(from);
    if (step.kind === 'extend') {
      step.values.toReversed().forEach(({ at, value }) => used.has(at) && read(value));
    } else expressionsOf(step, used).forEach(read);
  }
  return used;
}

/** Returns the expressions that a step evaluates. */
function expressionsOf(
  step: PlanStep,
  used: ReadonlySet<number>,
): readonly (Expression | undefined)[] {
  if (step.kind === 'filter') return [step.condition];
  if (step.kind === 'sort') return step.keys.map(({ value }) => value);
  if (step.kind !== 'aggregate') return [];
  const needed = step.aggregates.filter(({ at }) => used.has(at));
  return needed.flatMap(({ call }) => [call.operand, call.where]);
}
