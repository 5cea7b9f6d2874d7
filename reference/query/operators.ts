import { at } from '../base/assert.ts';
import type { CallTree, ExpressionTree, SourceLocation } from '../plan/syntax.ts';
import type { TokenCursor } from './token-cursor.ts';
import { maxNesting, tooDeep } from './token-cursor.ts';

/** Returns a call of a function or operator of the plan. */
export function callOf(
  name: string,
  place: SourceLocation,
  operands: readonly ExpressionTree[],
): CallTree {
  return { kind: 'call', name, place, operands };
}

/** A parser of expressions: at least the tokens that it reads. */
interface Reader {
  readonly cursor: TokenCursor;
}

/** Reads operands joined by OR and, with more precedence, AND. */
export function readLogic<P extends Reader>(
  parser: P,
  operand: (parser: P) => ExpressionTree,
): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const alternatives: ExpressionTree[] = [];
  do {
    const first = cursor.peek();
    const parts: ExpressionTree[] = [];
    do parts.push(operand(parser));
    while (cursor.acceptWord('and'));
    alternatives.push(joined('and', cursor.placeFrom(first), parts));
  } while (cursor.acceptWord('or'));
  return joined('or', cursor.placeFrom(start), alternatives);
}

/** Builds a balanced tree from a chain, so that long chains are not deep; AND and OR are associative. */
function joined(
  name: 'and' | 'or',
  place: SourceLocation,
  operands: readonly ExpressionTree[],
): ExpressionTree {
  if (operands.length === 1) return at(operands, 0);
  const middle = operands.length >>> 1;
  const left = joined(name, place, operands.slice(0, middle));
  const right = joined(name, place, operands.slice(middle));
  return callOf(name, place, [left, right]);
}

/** Binary operators that are left-associative. */
export interface Operators<P extends Reader> {
  /** The precedence of each, from 1 on. */
  readonly powers: ReadonlyMap<string, number>;
  readonly operand: (parser: P) => ExpressionTree;
  readonly combine: (
    name: string,
    place: SourceLocation,
    operands: readonly ExpressionTree[],
  ) => ExpressionTree;
}

/** Reads operands joined by operators of at least some precedence. */
export function readOperators<P extends Reader>(
  parser: P,
  operators: Operators<P>,
  least = 1,
): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  let left = operators.operand(parser);
  for (let links = 1; ; links++) {
    const { kind, text } = cursor.peek();
    const power = kind === 'symbol' ? (operators.powers.get(text) ?? 0) : 0;
    if (power < least) return left;
    if (links > maxNesting) throw tooDeep(cursor.placeOf(start));
    cursor.take();
    const right = readOperators(parser, operators, power + 1);
    left = operators.combine(text, cursor.placeFrom(start), [left, right]);
  }
}
