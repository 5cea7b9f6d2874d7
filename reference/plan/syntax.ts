import type { Scalar } from './block.ts';
import type { ValueType } from './column-type.ts';

/** Where a piece of a query text stands, counted from 1, and the piece itself. */
export interface SourceLocation {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** A span of time: calendar months and days, or milliseconds. */
export interface Span {
  readonly months: number;
  readonly days: number;
  readonly ms: number;
}

interface Located {
  readonly place: SourceLocation;
}

/** A value written in the text or inserted for a placeholder; several values are a list, none a null. */
export interface LiteralTree extends Located {
  readonly kind: 'literal';
  readonly type: ValueType;
  readonly values: readonly Scalar[];
  /** Of types date_period and time_duration. */
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
 * (operand, then patterns), `match` (field, query), and casts `to_<type>` (`to_integer` for `::integer`, and so on).
 * Names are in lower case. An operand that is given by its name, `{"time_zone": "UTC"}`, is a call with `optionName`
 * of one operand.
 */
export interface CallTree extends Located {
  readonly kind: 'call';
  readonly name: string;
  readonly operands: readonly ExpressionTree[];
}

/** The name of the call that stands for an operand which is given by this name. */
export function optionName(name: string): string {
  return `{${name}}`;
}

/** Returns the name by which an operand is given; undefined for operands that stand at their place. */
export function optionOf(tree: ExpressionTree): string | undefined {
  return tree.kind === 'call' ? /^\{(.*)\}$/s.exec(tree.name)?.[1] : undefined;
}

/** The star of `count(*)`. */
interface StarTree extends Located {
  readonly kind: 'star';
}

export type ExpressionTree = LiteralTree | NameTree | CallTree | StarTree;

/** A value with a name: as given, or else the text of the expression. */
export interface NamedTree extends Located {
  readonly name: string;
  readonly value: ExpressionTree;
}

export interface AggregateTree extends NamedTree {
  /** Only rows that meet it count. */
  readonly where: ExpressionTree | undefined;
}

export interface SortTree extends Located {
  readonly value: ExpressionTree;
  readonly descending: boolean;
  /** Default: last where ascending, first where descending. */
  readonly nullsFirst: boolean;
}

/** A name that may hold `*`; `literal` if a star in it is an ordinary character. */
export interface NamePattern extends Located {
  readonly pattern: string;
  readonly literal: boolean;
}

export interface RenameTree extends Located {
  readonly from: NameTree;
  readonly to: NameTree;
}

/** One step of a query. The first is `from`, `row` or `show`. */
export type CommandTree = Located &
  (
    | { readonly kind: 'from'; readonly target: string; readonly metadata: readonly NameTree[] }
    | { readonly kind: 'row'; readonly values: readonly NamedTree[] }
    | { readonly kind: 'show' }
    | { readonly kind: 'where'; readonly condition: ExpressionTree }
    | { readonly kind: 'eval'; readonly values: readonly NamedTree[] }
    | {
        readonly kind: 'stats';
        readonly aggregates: readonly AggregateTree[];
        readonly by: readonly NamedTree[];
        /** INLINESTATS: keeps the rows and adds the figures of their group. */
        readonly inline: boolean;
      }
    | { readonly kind: 'sort'; readonly keys: readonly SortTree[] }
    | { readonly kind: 'limit'; readonly count: number }
    | { readonly kind: 'keep'; readonly names: readonly NamePattern[] }
    | { readonly kind: 'drop'; readonly names: readonly NamePattern[] }
    | { readonly kind: 'rename'; readonly renames: readonly RenameTree[] }
    | {
        readonly kind: 'dissect';
        readonly value: ExpressionTree;
        readonly pattern: string;
        readonly append_separator: string;
      }
    | { readonly kind: 'grok'; readonly value: ExpressionTree; readonly pattern: string }
    | { readonly kind: 'expand'; readonly column: NameTree }
  );

/** A query as its text says it: the steps in order. Both languages are read into it. */
export type QueryTree = readonly CommandTree[];
