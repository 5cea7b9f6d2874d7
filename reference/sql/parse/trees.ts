import type { JsonValue } from '../../base/json.ts';
import type { Scalar } from '../../plan/page.ts';
import type { ValueType } from '../../plan/column-type.ts';
import type {
  LiteralTree,
  NameTree,
  SourceLocation,
  Span,
  ExpressionTree,
} from '../../plan/syntax.ts';
import { literalOfJson, wholeLiteral } from '../../query/literals.ts';
import { SyntaxProblem } from '../../query/token-cursor.ts';

/** Returns a reference to a column. */
export function nameOf(name: string, place: SourceLocation): NameTree {
  return { kind: 'name', name, place };
}

/** Returns a string literal. */
export function textOf(value: string, place: SourceLocation): LiteralTree {
  return literal('keyword', place, [value]);
}

/** Returns an integer literal of 32 bits. */
export function integerOf(value: number, place: SourceLocation): LiteralTree {
  return literal('integer', place, [value]);
}

/** Returns a boolean literal. */
export function booleanOf(value: boolean, place: SourceLocation): LiteralTree {
  return literal('boolean', place, [value ? 1 : 0]);
}

/** Returns the literal null. */
export function nullOf(place: SourceLocation): LiteralTree {
  return literal('null', place, []);
}

/** Returns a literal for a span of time: of months and days if it has any, else of milliseconds. */
export function spanOf(span: Span, place: SourceLocation): LiteralTree {
  const type = span.months === 0 && span.days === 0 ? 'time_duration' : 'date_period';
  return { kind: 'literal', type, values: [place.text], place, span };
}

/** Takes a number as text; returns a literal of the narrowest type that can contain it. */
export function numberOf(digits: string, place: SourceLocation): LiteralTree {
  if (/^-?\d{1,400}$/.test(digits)) {
    return { kind: 'literal', place, ...wholeLiteral(BigInt(digits)) };
  }
  const value = Number(digits);
  if (Number.isFinite(value)) return literal('double', place, [value]);
  throw new SyntaxProblem(place, `Number [${digits}] is too large`);
}

/** Returns the literal for the value of a placeholder. Throws a SyntaxProblem if it is not a scalar. */
export function parameterOf(value: JsonValue, place: SourceLocation): LiteralTree {
  const found = Array.isArray(value) ? undefined : literalOfJson(value);
  if (found !== undefined) return { kind: 'literal', place, ...found };
  throw new SyntaxProblem(place, 'the value for the placeholder must be a scalar');
}

function literal(type: ValueType, place: SourceLocation, values: readonly Scalar[]): LiteralTree {
  return { kind: 'literal', type, values, place };
}

/** Gives expressions numbers: the same one to expressions that are equal apart from their locations. */
export class TreeNumbers {
  readonly #byKey = new Map<string, number>();
  readonly #known = new WeakMap<ExpressionTree, number>();

  /** Returns the number of an expression. Each part of it is looked at once. */
  of(tree: ExpressionTree): number {
    const known = this.#known.get(tree);
    if (known !== undefined) return known;
    const key = this.#keyOf(tree);
    const number = this.#byKey.get(key) ?? this.#byKey.size;
    this.#byKey.set(key, number);
    this.#known.set(tree, number);
    return number;
  }

  #keyOf(tree: ExpressionTree): string {
    switch (tree.kind) {
      case 'name':
        return JSON.stringify([tree.kind, tree.name]);
      case 'star':
        return tree.kind;
      case 'literal':
        return literalKey(tree);
      case 'call':
        return JSON.stringify([tree.kind, tree.name, ...tree.operands.map((one) => this.of(one))]);
      default:
        return tree satisfies never;
    }
  }
}

function literalKey({ type, values, span }: LiteralTree): string {
  const shown = values.map((value) => (typeof value === 'bigint' ? `${value}n` : value));
  return JSON.stringify(['literal', type, shown, span?.months, span?.days, span?.ms]);
}

/** An entry of the SELECT list: all columns, or a value with or without a name. */
export type SelectItem =
  | { readonly kind: 'star'; readonly place: SourceLocation }
  | {
      readonly kind: 'value';
      readonly value: ExpressionTree;
      readonly alias: string | undefined;
      readonly place: SourceLocation;
    };

/** One key of ORDER BY. */
export interface OrderItem {
  readonly value: ExpressionTree;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  readonly place: SourceLocation;
}

/** The table after FROM: names and patterns of indices, separated by commas. */
export interface TableReference {
  readonly target: string;
  /** Names that may qualify a column name: that of the table, and its alias. */
  readonly qualifiers: readonly string[];
  readonly place: SourceLocation;
}

/** The syntax tree of SELECT. */
export interface SelectStatement {
  readonly kind: 'select';
  readonly place: SourceLocation;
  readonly distinct: boolean;
  readonly items: readonly SelectItem[];
  readonly table: TableReference | undefined;
  readonly where: ExpressionTree | undefined;
  /** Undefined if there is no GROUP BY. */
  readonly group: readonly ExpressionTree[] | undefined;
  readonly having: ExpressionTree | undefined;
  readonly order: readonly OrderItem[];
  /** Undefined: all rows. */
  readonly limit: number | undefined;
}

/** SHOW TABLES: the indices and aliases whose names match a pattern. */
export interface ShowTablesStatement {
  readonly kind: 'show_tables';
  /** `*` matches any characters. */
  readonly pattern: string;
}

/** DESCRIBE and SHOW COLUMNS: the columns of a table. */
export interface DescribeStatement {
  readonly kind: 'describe';
  readonly table: TableReference;
}

/** The syntax tree of a statement. */
export type Statement = SelectStatement | ShowTablesStatement | DescribeStatement;
