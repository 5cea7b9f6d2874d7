import type { ExpressionTree } from '../plan/syntax.ts';
import { readText, readUnary } from './operands.ts';
import { callOf, readLogic, readOperators } from './operators.ts';
import type { Operators } from './operators.ts';
import { QueryProblem } from '../plan/expression.ts';
import type { Parser } from './params.ts';

/** query.expressions: the operators of expressions; what their operands are is in `operands.ts`. */
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
  comparisons: new Map(['==', '!=', '<', '<=', '>', '>='].map((symbol) => [symbol, symbol])),
  words: new Map([
    ['in', (parser, tested) => tested('in', readList(parser))],
    ['like', (parser, tested) => tested('like', readPatterns(parser, 'like'))],
    ['rlike', (parser, tested) => tested('rlike', readPatterns(parser, 'rlike'))],
  ]),
};

/** query.expressions: parses an expression. */
export function readExpression(parser: Parser): ExpressionTree {
  return readLogic(parser, operators);
}

function readList(parser: Parser): readonly ExpressionTree[] {
  const { cursor } = parser;
  return cursor.inParentheses(() => cursor.list(() => readOperators(parser, operators)));
}

function readPatterns(parser: Parser, word: string): readonly ExpressionTree[] {
  const { cursor } = parser;
  const readPattern = () => {
    const { text } = cursor.peek();
    return readText(
      parser,
      ({ place, type }) =>
        new QueryProblem(
          place,
          `Invalid pattern parameter type for ${word} [${text}]: expected string, found ${type}`,
        ),
    );
  };
  if (!cursor.atSymbol('(')) return [readPattern()];
  return cursor.inParentheses(() => cursor.list(readPattern));
}
