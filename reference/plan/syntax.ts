import type { Span } from '../base/dates/intervals.ts';
import type { Scalar } from './cells.ts';
import type { ValueType } from './column-type.ts';

/** The line and column, from 1, of a part of a query text, and the part itself. */
export interface SourceLocation {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

interface Located {
  readonly place: SourceLocation;
}

/** A value from the text or from a parameter: several values are a list, no value is null. */
export interface LiteralTree extends Located {
  readonly kind: 'literal';
  readonly type: ValueType;
  readonly values: readonly Scalar[];
  /** Present for the types date_period and time_duration. */
  readonly span?: Span;
}

/** A field or column by its full name. */
export interface NameTree extends Located {
  readonly kind: 'name';
  readonly name: string;
}

/**
 * A function or operator applied to operands. Operators are calls with these names: `+ - * / %`, `==` `!=` `<` `<=`
 * `>` `>=`, `and` `or` `not`, `neg`, `is_null`, `is_not_null`, `in` (operand, then the list), `like`, `rlike`
 * (operand, then patterns), and casts `to_<type>` (`to_integer` for `::integer`, and so on).
 * Names are in lower case.
 */
export interface CallTree extends Located {
  readonly kind: 'call';
  readonly name: string;
  readonly operands: readonly ExpressionTree[];
  /** What is passed by name: `{"time_zone": "UTC"}`. */
  readonly options?: ReadonlyMap<string, LiteralTree> | undefined;
}

/** The star of `count(*)`. */
interface StarTree extends Located {
  readonly kind: 'star';
}

/** The syntax tree of an expression. */
export type ExpressionTree = LiteralTree | NameTree | CallTree | StarTree;

/** An expression with a name: the given one, or the text of the expression. */
export interface NamedTree extends Located {
  readonly name: string;
  readonly value: ExpressionTree;
}

/** An expression over aggregates in STATS. */
export interface AggregateTree extends NamedTree {
  /** Only rows for which this condition is true are aggregated. */
  readonly where: ExpressionTree | undefined;
}

/** One key of SORT. */
export interface SortTree extends Located {
  readonly value: ExpressionTree;
  readonly descending: boolean;
  /** The default is false for ascending, true for descending order. */
  readonly nullsFirst: boolean;
}

/** A name that may contain `*`; `literal` if a star in it is an ordinary character. */
export interface NamePattern extends Located {
  readonly pattern: string;
  readonly literal: boolean;
}

/** One change of RENAME. */
export interface RenameTree extends Located {
  readonly from: NameTree;
  readonly to: NameTree;
}

/** One step of a query. The first is `from`, `row` or `show`. */
export type CommandTree = Located & CommandContent;

/** A step of one kind. */
export type CommandOf<K extends CommandTree['kind']> = Extract<CommandTree, { readonly kind: K }>;

/** A step without its location. */
export type CommandContent =
  | { readonly kind: 'from'; readonly target: string; readonly metadata: readonly NameTree[] }
  | { readonly kind: 'row'; readonly values: readonly NamedTree[] }
  | { readonly kind: 'show' }
  | { readonly kind: 'where'; readonly condition: ExpressionTree }
  | { readonly kind: 'eval'; readonly values: readonly NamedTree[] }
  | {
      readonly kind: 'stats';
      readonly aggregates: readonly AggregateTree[];
      readonly by: readonly NamedTree[];
    }
  | { readonly kind: 'sort'; readonly keys: readonly SortTree[] }
  | { readonly kind: 'limit'; readonly count: number }
  | { readonly kind: 'keep'; readonly names: readonly NamePattern[] }
  | { readonly kind: 'drop'; readonly names: readonly NamePattern[] }
  | { readonly kind: 'rename'; readonly renames: readonly RenameTree[] }
  | { readonly kind: 'expand'; readonly column: NameTree };

/** The syntax tree of a query: its steps in order. The query language and SQL are both parsed into it. */
export type QueryTree = readonly CommandTree[];
