import type { JsonValue } from '../base/json.ts';
import type { CallTree, ExpressionTree } from '../plan/syntax.ts';
import { callOf, readLogic } from '../query/operators.ts';
import type { Token, TokenCursor } from '../query/token-cursor.ts';
import { SyntaxProblem } from '../query/token-cursor.ts';
import type { ExpressionParser } from './operands.ts';
import { readSum } from './operands.ts';
import { textOf } from './trees.ts';

/**
 * Takes a cursor and the values of placeholders; returns a parser of expressions, which throws SyntaxProblems.
 *
 * expression = negation {("AND" | "OR") negation}
 */
export function expressionParser(
  cursor: TokenCursor,
  params: readonly JsonValue[],
): ExpressionParser {
  let used = 0;
  const parser: ExpressionParser = {
    cursor,
    parameter(token) {
      const value = params[used++];
      if (value !== undefined) return value;
      const reason = `Not enough actual parameters [${params.length}]`;
      throw new SyntaxProblem(cursor.placeOf(token), reason);
    },
    expression() {
      cursor.enter();
      const value = readLogic(parser, readNegation);
      cursor.leave();
      return value;
    },
  };
  return parser;
}

/** negation = {"NOT"} predicate */
function readNegation(parser: ExpressionParser): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  if (!cursor.acceptWord('not')) return readPredicate(parser);
  cursor.enter();
  const operand = readNegation(parser);
  cursor.leave();
  return callOf('not', cursor.placeFrom(start), [operand]);
}

const comparisons = new Map([
  ['=', '=='],
  ['==', '=='],
  ['<>', '!='],
  ['!=', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
]);

/** predicate = sum [comparison sum | "IS" ["NOT"] "NULL" | ["NOT"] ("BETWEEN" | "IN" | "LIKE" | "RLIKE") …] */
function readPredicate(parser: ExpressionParser): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const left = readSum(parser);
  const { kind, text } = cursor.peek();
  const comparison = kind === 'symbol' ? comparisons.get(text) : undefined;
  if (comparison !== undefined) {
    cursor.take();
    const right = readSum(parser);
    return callOf(comparison, cursor.placeFrom(start), [left, right]);
  }
  if (cursor.acceptWord('is')) {
    const name = cursor.acceptWord('not') ? 'is_not_null' : 'is_null';
    cursor.expectWord('null');
    return callOf(name, cursor.placeFrom(start), [left]);
  }
  const isNegated = cursor.atWord('not') && isTest(cursor.peek(1)) && cursor.acceptWord('not');
  const tested = readTest(parser, left, start);
  return isNegated ? callOf('not', tested.place, [tested]) : tested;
}

function isTest({ kind, text }: Token): boolean {
  return kind === 'word' && ['in', 'between', 'like', 'rlike'].includes(text.toLowerCase());
}

/** Reads the test of an operand; an operand without one is the result. */
function readTest(parser: ExpressionParser, left: ExpressionTree, start: Token): ExpressionTree {
  const { cursor } = parser;
  const tested = (name: string, rest: readonly ExpressionTree[]): CallTree =>
    callOf(name, cursor.placeFrom(start), [left, ...rest]);
  if (cursor.acceptWord('between')) {
    const low = readSum(parser);
    cursor.expectWord('and');
    const high = readSum(parser);
    const bounds = [tested('>=', [low]), tested('<=', [high])];
    return callOf('and', cursor.placeFrom(start), bounds);
  }
  if (cursor.acceptWord('in')) {
    cursor.expectSymbol('(');
    const list = cursor.list(() => parser.expression());
    cursor.expectSymbol(')');
    return tested('in', list);
  }
  if (cursor.acceptWord('like')) return tested('like', [readPattern(parser, wildcardsOf)]);
  if (cursor.acceptWord('rlike')) return tested('rlike', [readPattern(parser, (text) => text)]);
  return left;
}

/** Reads a text or a placeholder for one. */
function readPattern(parser: ExpressionParser, change: (text: string) => string): ExpressionTree {
  const { cursor } = parser;
  const token = cursor.peek();
  if (token.kind !== 'string' && !cursor.atSymbol('?')) return cursor.fail('a text');
  cursor.take();
  const text = token.kind === 'string' ? token.value : parser.parameter(token);
  const place = cursor.placeOf(token);
  if (typeof text === 'string') return textOf(change(text), place);
  throw new SyntaxProblem(place, 'a pattern must be a string');
}

/** Converts a pattern with `%` and `_` to one with `*` and `?`, in which a backslash is the escape character. */
function wildcardsOf(pattern: string): string {
  return pattern
    .replaceAll(/[*?\\]/g, String.raw`\$&`)
    .replaceAll('%', '*')
    .replaceAll('_', '?');
}
