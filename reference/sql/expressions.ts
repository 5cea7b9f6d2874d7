import { at } from '../base/assert.ts';
import type { JsonValue } from '../base/json.ts';
import type { CallTree, ExpressionTree, SourceLocation } from '../plan/syntax.ts';
import type { Operators } from '../query/operators.ts';
import { callOf, readLogic, readOperators } from '../query/operators.ts';
import type { TokenCursor } from '../query/token-cursor.ts';
import { QueryProblem } from '../plan/expression.ts';
import type { ExpressionParser } from './operands.ts';
import { readSigned } from './operands.ts';
import { textOf } from './trees.ts';

/**
 * Takes a cursor and the values of placeholders; returns a parser of expressions, which throws QueryProblems.
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
      throw new QueryProblem(cursor.placeOf(token), reason);
    },
    expression: () => cursor.nested(() => readLogic(parser, operators)),
  };
  return parser;
}

/** The operators of expressions. */
const operators: Operators<ExpressionParser> = {
  powers: new Map([
    ['||', 1],
    ['+', 2],
    ['-', 2],
    ['*', 3],
    ['/', 3],
    ['%', 3],
  ]),
  operand: readSigned,
  combine: (name, place, operands) =>
    name === '||' ? joined(place, operands) : callOf(name, place, operands),
  comparisons: new Map([
    ['=', '=='],
    ['<>', '!='],
    ...['==', '!=', '<', '<=', '>', '>='].map((symbol) => [symbol, symbol] as const),
  ]),
  words: new Map([
    [
      'between',
      (parser, tested) => {
        const low = readOperators(parser, operators);
        parser.cursor.expectWord('and');
        const high = readOperators(parser, operators);
        const bounds = [tested('>=', [low]), tested('<=', [high])];
        return callOf('and', at(bounds, 1).place, bounds);
      },
    ],
    [
      'in',
      ({ cursor, expression }, tested) =>
        tested(
          'in',
          cursor.inParentheses(() => cursor.list(expression)),
        ),
    ],
    ['like', (parser, tested) => tested('like', [readPattern(parser, wildcardsOf)])],
    ['rlike', (parser, tested) => tested('rlike', [readPattern(parser, (text) => text)])],
  ]),
};

function joined(place: SourceLocation, operands: readonly ExpressionTree[]): CallTree {
  const texts = operands.map((side) => callOf('to_string', side.place, [side]));
  return callOf('concat', place, texts);
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
  throw new QueryProblem(place, 'a pattern must be a string');
}

/** Converts a pattern with `%` and `_` to one with `*` and `?`, in which a backslash is the escape character. */
function wildcardsOf(pattern: string): string {
  return pattern
    .replaceAll(/[*?\\]/g, String.raw`\$&`)
    .replaceAll('%', '*')
    .replaceAll('_', '?');
}
