import type { CallTree, ExpressionTree } from '../plan/syntax.ts';
import { readText, readUnary } from './operands.ts';
import { callOf, readLogic, readOperators } from './operators.ts';
import type { Operators } from './operators.ts';
import type { Parser } from './parser.ts';
import type { Token } from './token-cursor.ts';
import { SyntaxProblem } from './token-cursor.ts';

/**
 * expression = conjunction {"OR" conjunction}; conjunction = negation {"AND" negation};
 * negation = "NOT" negation | predicate
 *
 * query.expressions.
 */
export function readExpression(parser: Parser): ExpressionTree {
  return readLogic(parser, readNegation);
}

function readNegation(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  if (!cursor.atWord('not')) return readPredicate(parser);
  const start = cursor.take();
  cursor.enter();
  const operand = readNegation(parser);
  cursor.leave();
  return { kind: 'call', name: 'not', operands: [operand], place: cursor.placeFrom(start) };
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** The left side of a predicate and its first token. */
interface Left {
  readonly start: Token;
  readonly operand: ExpressionTree;
}

/**
 * predicate = sum [comparison sum | "IS" ["NOT"] "NULL" | ["NOT"] ("IN" | "LIKE" | "RLIKE") …];
 * predicates do not chain: `a < b < c` is a syntax error.
 */
function readPredicate(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const left = { start, operand: readArithmetic(parser) };
  const { kind, text } = cursor.peek();
  if (kind === 'symbol' && comparisons.has(text)) {
    cursor.take();
    return call(parser, text, { ...left, rest: [readArithmetic(parser)] });
  }
  if (cursor.acceptWord('is')) return readIsNull(parser, left);
  const isNegated = cursor.atWord('not') && isListWord(cursor.peek(1));
  if (isNegated) cursor.take();
  if (!isListWord(cursor.peek())) return left.operand;
  const word = cursor.take().text.toLowerCase();
  const found = word === 'in' ? readIn(parser, left) : readLike(parser, word, left);
  return isNegated ? { kind: 'call', name: 'not', operands: [found], place: found.place } : found;
}

function isListWord({ kind, text }: Token): boolean {
  return kind === 'word' && ['in', 'like', 'rlike'].includes(text.toLowerCase());
}

function readIsNull(parser: Parser, left: Left): CallTree {
  const isNegated = parser.cursor.acceptWord('not');
  parser.cursor.expectWord('null');
  return call(parser, isNegated ? 'is_not_null' : 'is_null', { ...left, rest: [] });
}

function readIn(parser: Parser, left: Left): CallTree {
  const { cursor } = parser;
  cursor.expectSymbol('(');
  cursor.enter();
  const rest = cursor.list(() => readArithmetic(parser));
  cursor.leave();
  cursor.expectSymbol(')');
  return call(parser, 'in', { ...left, rest });
}

function readLike(parser: Parser, word: string, left: Left): CallTree {
  const { cursor } = parser;
  const readPattern = () => {
    const { text } = cursor.peek();
    return readText(
      parser,
      ({ place, type }) =>
        new SyntaxProblem(
          place,
          `Invalid pattern parameter type for ${word} [${text}]: expected string, found ${type}`,
        ),
    );
  };
  if (!cursor.acceptSymbol('(')) return call(parser, word, { ...left, rest: [readPattern()] });
  const rest = cursor.list(readPattern);
  cursor.expectSymbol(')');
  return call(parser, word, { ...left, rest });
}

function call(
  { cursor }: Parser,
  name: string,
  { start, operand, rest }: Left & { readonly rest: readonly ExpressionTree[] },
): CallTree {
  return { kind: 'call', name, operands: [operand, ...rest], place: cursor.placeFrom(start) };
}

const operators: Operators<Parser> = {
  powers: new Map([
    ['+', 1],
    ['-', 1],
    ['*', 2],
    ['/', 2],
    ['%', 2],
  ]),
  operand: readUnary,
  combine: callOf,
};

/** sum = product {("+" | "-") product}; product = unary {("*" | "/" | "%") unary} */
function readArithmetic(parser: Parser): ExpressionTree {
  return readOperators(parser, operators);
}
