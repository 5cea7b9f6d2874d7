import { at } from '../base/assert.ts';
import type { CallTree, ExpressionTree, SortTree, SourceLocation } from '../plan/syntax.ts';
import type { Token, TokenCursor } from './token-cursor.ts';
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

/** The operators of a language. */
export interface Operators<P extends Reader> {
  /** The precedence of each binary operator, from 1 on; all are left-associative. */
  readonly powers: ReadonlyMap<string, number>;
  readonly operand: (parser: P) => ExpressionTree;
  /** Returns the call of a binary operator. */
  readonly combine: typeof callOf;
  /** The names of comparisons in the plan. */
  readonly comparisons: ReadonlyMap<string, string>;
  /** Words such as LIKE, and what reads the operands after them. */
  readonly words: ReadonlyMap<string, (parser: P, tested: Tested) => ExpressionTree>;
}

/** Returns the call for a test of the operand before it, with further operands. */
type Tested = (name: string, rest: readonly ExpressionTree[]) => CallTree;

/**
 * Reads an expression:
 * expression = conjunction {"OR" conjunction}; conjunction = negation {"AND" negation};
 * negation = "NOT" negation | predicate;
 * predicate = operand [comparison operand | "IS" ["NOT"] "NULL" | ["NOT"] word …]
 *
 * Predicates do not chain: `a < b < c` is a syntax error.
 */
export function readLogic<P extends Reader>(parser: P, operators: Operators<P>): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const alternatives: ExpressionTree[] = [];
  do {
    const first = cursor.peek();
    const parts: ExpressionTree[] = [];
    do parts.push(readNegation(parser, operators));
    while (cursor.acceptWord('and'));
    alternatives.push(joined('and', cursor.placeFrom(first), parts));
  } while (cursor.acceptWord('or'));
  return joined('or', cursor.placeFrom(start), alternatives);
}

function readNegation<P extends Reader>(parser: P, operators: Operators<P>): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  if (!cursor.acceptWord('not')) return readPredicate(parser, operators);
  const operand = cursor.nested(() => readNegation(parser, operators));
  return callOf('not', cursor.placeFrom(start), [operand]);
}

function readPredicate<P extends Reader>(parser: P, operators: Operators<P>): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const left = readOperators(parser, operators);
  const tested: Tested = (name, rest) => callOf(name, cursor.placeFrom(start), [left, ...rest]);
  const { kind, text } = cursor.peek();
  const comparison = kind === 'symbol' ? operators.comparisons.get(text) : undefined;
  if (comparison !== undefined) {
    cursor.take();
    return tested(comparison, [readOperators(parser, operators)]);
  }
  if (cursor.acceptWord('is')) {
    const name = cursor.acceptWord('not') ? 'is_not_null' : 'is_null';
    cursor.expectWord('null');
    return tested(name, []);
  }
  const isNegated = cursor.atWord('not') && wordAt(cursor.peek(1)) !== undefined;
  if (isNegated) cursor.take();
  const read = wordAt(cursor.peek());
  if (read === undefined) return left;
  cursor.take();
  const found = read(parser, tested);
  return isNegated ? callOf('not', found.place, [found]) : found;

  function wordAt(token: Token) {
    return token.kind === 'word' ? operators.words.get(token.text.toLowerCase()) : undefined;
  }
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

/** key = expression ["ASC" | "DESC"] ["NULLS" ("FIRST" | "LAST")]; nulls sort as the highest values. */
export function readSortKey({
  cursor,
  expression,
}: Reader & { readonly expression: () => ExpressionTree }): SortTree {
  const start = cursor.peek();
  const value = expression();
  const descending = cursor.acceptWord('desc');
  if (!descending) cursor.acceptWord('asc');
  const isSaid = cursor.acceptWord('nulls');
  const nullsFirst = isSaid ? cursor.acceptWord('first') : descending;
  if (isSaid && !nullsFirst && !cursor.acceptWord('last')) cursor.fail("'first'", "'last'");
  return { value, descending, nullsFirst, place: cursor.placeFrom(start) };
}
