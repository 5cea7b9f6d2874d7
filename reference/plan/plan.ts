import type { AggregateCall } from './aggregate.ts';
import type { ColumnType } from './column-type.ts';
import type { Expression } from './expression.ts';
import type { SourceLocation } from './syntax.ts';

/** The name and type of a column. */
export interface OutputColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** The data that a source loads from each document for one of its columns. */
export type SourceLoad =
  | { readonly kind: 'field'; readonly field: string; readonly type: ColumnType }
  | {
      readonly kind: 'metadata';
      readonly name: '_index' | '_id' | '_version' | '_source' | '_ignored';
    };

interface NodeBase {
  /** The columns of every page that the node returns, in order. */
  readonly output: readonly OutputColumn[];
}

/** The documents of the indices of the query, with only the columns that are needed. */
export interface SourceNode extends NodeBase {
  readonly kind: 'source';
  readonly loads: readonly SourceLoad[];
}

/** One row of constants. */
export interface RowNode extends NodeBase {
  readonly kind: 'row';
  readonly values: readonly Expression[];
}

/** Keeps the rows for which the condition is true. */
export interface FilterNode extends NodeBase {
  readonly kind: 'filter';
  readonly input: PlanNode;
  readonly condition: Expression;
}

/** Computes columns: EVAL. Output: the columns of the input, then the values, each of which may read those before it. */
export interface ExtendNode extends NodeBase {
  readonly kind: 'extend';
  readonly input: PlanNode;
  readonly values: readonly Expression[];
}

/** Selects, renames or reorders columns: KEEP, DROP, RENAME. */
export interface ProjectNode extends NodeBase {
  readonly kind: 'project';
  readonly input: PlanNode;
  /** The position in the input of each column. */
  readonly places: readonly number[];
}

/** Output: the aggregates, then the keys. Without keys there is one group, even without rows. */
export interface AggregateNode extends NodeBase {
  readonly kind: 'aggregate';
  readonly input: PlanNode;
  readonly aggregates: readonly AggregateCall[];
  readonly keys: readonly Expression[];
}

/** One key of a sort. */
export interface SortKey {
  readonly value: Expression;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** Sorts the rows by its keys. */
export interface SortNode extends NodeBase {
  readonly kind: 'sort';
  readonly input: PlanNode;
  readonly keys: readonly SortKey[];
}

/** Keeps the first rows. */
export interface LimitNode extends NodeBase {
  readonly kind: 'limit';
  readonly input: PlanNode;
  readonly count: number;
}

/** One row for each value of a column. */
export interface ExpandNode extends NodeBase {
  readonly kind: 'expand';
  readonly input: PlanNode;
  readonly at: number;
}

/** DISSECT and GROK. Output: the columns of the input, then those extracted from a text (null if it does not match). */
export interface ExtractNode extends NodeBase {
  readonly kind: 'extract';
  readonly input: PlanNode;
  readonly value: Expression;
  readonly place: SourceLocation;
  /** Returns one or more values for each new column, or undefined if the text does not match. */
  readonly extract: (text: string) => readonly ExtractedValue[] | undefined;
}

/** A value that DISSECT or GROK extracts for one column; undefined is null. */
export type ExtractedValue = string | number | readonly (string | number)[] | undefined;

/** An operation with resolved names and types. A plan is a chain from the result down to a source or a row. */
export type PlanNode =
  | SourceNode
  | RowNode
  | FilterNode
  | ExtendNode
  | ProjectNode
  | AggregateNode
  | SortNode
  | LimitNode
  | ExpandNode
  | ExtractNode;

/** A plan and its warnings. */
export interface Plan {
  readonly root: PlanNode;
  /** Warnings of the analysis for the `Warning` header (the default limit). */
  readonly warnings: readonly string[];
}
