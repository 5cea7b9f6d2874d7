import type { JsonValue } from '../base/json.ts';
import type { ServiceError } from '../base/service-error.ts';
import { verificationRefusal } from '../plan/analysis/scope.ts';
import { QueryProblem } from '../plan/expression.ts';
import type {
  ExpressionTree,
  LiteralTree,
  NameTree,
  SortTree,
  SourceLocation,
} from '../plan/syntax.ts';
import { literalOfJson, wholeLiteral } from '../query/literals.ts';

/** Returns a reference to a column. */
export function nameOf(name: string, place: SourceLocation): NameTree {
  return { kind: 'name', name, place };
}

/** Returns a string literal. */
export function textOf(value: string, place: SourceLocation): LiteralTree {
  return { kind: 'literal', type: 'keyword', values: [value], place };
}

/** Takes a number as text; returns a literal of the narrowest type that can contain it. */
export function numberOf(digits: string, place: SourceLocation): LiteralTree {
  if (/^-?\d{1,400}$/.test(digits)) {
    return { kind: 'literal', place, ...wholeLiteral(BigInt(digits)) };
  }
  const value = Number(digits);
  if (Number.isFinite(value)) return { kind: 'literal', type: 'double', values: [value], place };
  throw new QueryProblem(place, `Number [${digits}] is too large`);
}

/** Returns the literal for the value of a placeholder. Throws a QueryProblem if it is not a scalar. */
export function parameterOf(value: JsonValue, place: SourceLocation): LiteralTree {
  const found = Array.isArray(value) ? undefined : literalOfJson(value);
  if (found !== undefined) return { kind: 'literal', place, ...found };
  throw new QueryProblem(place, 'the value for the placeholder must be a scalar');
}

/** Returns a text that is the same for expressions that are equal apart from their locations. */
export function keyOf(tree: ExpressionTree): string {
  if (tree.kind === 'call') return `${tree.name}(${tree.operands.map(keyOf).join()})`;
  if (tree.kind === 'name') return `name ${JSON.stringify(tree.name)}`;
  if (tree.kind === 'star') return '*';
  const values = tree.values.map((value) => JSON.stringify(String(value)));
  return `${tree.type} ${values.join()}`;
}

/** Returns whether a condition is true for a part of a tree. */
export function contains(tree: ExpressionTree, test: (part: ExpressionTree) => boolean): boolean {
  if (test(tree)) return true;
  return tree.kind === 'call' && tree.operands.some((operand) => contains(operand, test));
}

/** Returns a tree in which each part for which `change` returns a replacement is replaced, from the top down. */
export function mapTree(
  tree: ExpressionTree,
  change: (part: ExpressionTree) => ExpressionTree | undefined,
): ExpressionTree {
  const changed = change(tree);
  if (changed !== undefined) return changed;
  if (tree.kind !== 'call') return tree;
  return { ...tree, operands: tree.operands.map((operand) => mapTree(operand, change)) };
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

/** The table after FROM: names and patterns of indices, separated by commas. */
export interface TableReference {
  readonly target: string;
  readonly place: SourceLocation;
}

/** The syntax tree of SELECT. */
export interface SelectStatement {
  readonly place: SourceLocation;
  readonly distinct: boolean;
  readonly items: readonly SelectItem[];
  readonly table: TableReference | undefined;
  readonly where: ExpressionTree | undefined;
  /** Undefined if there is no GROUP BY. */
  readonly group: readonly ExpressionTree[] | undefined;
  readonly having: ExpressionTree | undefined;
  readonly order: readonly SortTree[];
  /** Undefined: all rows. */
  readonly limit: number | undefined;
}

/** sql.statement-invalid: returns the error for a statement that follows the grammar but fails verification. */
export function meaningProblem(place: SourceLocation, reason: string): ServiceError {
  return verificationRefusal(new QueryProblem(place, reason));
}
