import type { JsonValue } from '../../base/json.ts';
import type { ExpressionTree, SourceLocation } from '../../plan/syntax.ts';
import type { Operators } from '../../query/operators.ts';
import { callOf, readLogic, readOperators } from '../../query/operators.ts';
import type { Token, TokenCursor } from '../../query/token-cursor.ts';
import { maxNesting, SyntaxProblem } from '../../query/token-cursor.ts';
import { castName } from './casts.ts';
import type { ExpressionParser } from './expression-parser.ts';
import { likePattern, patternText } from './like-pattern.ts';
import { parsePrimary } from './primary.ts';
import { booleanOf, numberOf, textOf } from './trees.ts';

/** Takes a cursor and the values of placeholders; returns a parser of expressions, which throws SyntaxProblems. */
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
      throw new SyntaxProblem(
        cursor.placeOf(token),
        `Not enough actual parameters [${params.length}]`,
      );
    },
    expression() {
      cursor.enter();
      const value = readLogic(parser, negation);
      cursor.leave();
      return value;
    },
    operand: () => readOperators(parser, operators),
  };
  return parser;
}

/** Returns the call of an operator; `||` joins its operands as texts. */
function combine(
  operator: string,
  place: SourceLocation,
  operands: readonly ExpressionTree[],
): ExpressionTree {
  if (operator !== '||') return callOf(operator, place, operands);
  const texts = operands.map((side) => callOf('to_string', side.place, [side]));
  return callOf('concat', place, texts);
}

const operators: Operators<ExpressionParser> = {
  powers: new Map([
    ['||', 1],
    ['+', 2],
    ['-', 2],
    ['*', 3],
    ['/', 3],
    ['%', 3],
  ]),
  operand: signed,
  combine,
};

function negation(parser: ExpressionParser): ExpressionTree {
  const { cursor } = parser;
  const first = cursor.peek();
  let count = 0;
  while (cursor.acceptWord('not')) count++;
  const value = parsePredicate(parser);
  if (count === 0) return value;
  const place = cursor.placeFrom(first);
  const negated = callOf('not', place, [value]);
  return count % 2 === 1 ? negated : callOf('not', place, [negated]);
}

function signed(parser: ExpressionParser): ExpressionTree {
  const { cursor } = parser;
  const first = cursor.peek();
  let negative = false;
  while (cursor.atSymbol('-') || cursor.atSymbol('+')) {
    if (cursor.take().text === '-') negative = !negative;
  }
  const digits = cursor.peek();
  if (negative && digits.kind === 'decimal') {
    cursor.take();
    return casts(parser, numberOf(`-${digits.text}`, cursor.placeFrom(first)), first);
  }
  const value = casts(parser, parsePrimary(parser), first);
  return negative ? callOf('neg', cursor.placeFrom(first), [value]) : value;
}

function casts(parser: ExpressionParser, value: ExpressionTree, first: Token): ExpressionTree {
  const { cursor } = parser;
  let left = value;
  for (let steps = 0; cursor.acceptSymbol('::'); steps++) {
    if (steps >= maxNesting) cursor.fail('an end of the casts');
    left = callOf(castName(parser.cursor), cursor.placeFrom(first), [left]);
  }
  return left;
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

/** Parses an operand and, if one follows, a test of it: a comparison, IS, IN, BETWEEN, LIKE or RLIKE. */
export function parsePredicate(parser: ExpressionParser): ExpressionTree {
  const { cursor } = parser;
  const first = cursor.peek();
  const left = parser.operand();
  const symbol = cursor.peek();
  const comparison = symbol.kind === 'symbol' ? comparisons.get(symbol.text) : undefined;
  if (comparison !== undefined) {
    cursor.take();
    const right = parser.operand();
    return callOf(comparison, cursor.placeFrom(first), [left, right]);
  }
  if (cursor.acceptSymbol('<=>')) return nullSafe(left, parser.operand(), cursor.placeFrom(first));
  if (cursor.acceptWord('is')) return isNull(parser, left, first);
  const negated = cursor.atWord('not') && isTest(cursor.peek(1)) && cursor.acceptWord('not');
  const tested = parseTest(parser, left, first);
  if (tested === undefined) return left;
  return negated ? callOf('not', cursor.placeFrom(first), [tested]) : tested;
}

function isTest(token: Token): boolean {
  return (
    token.kind === 'word' && ['in', 'between', 'like', 'rlike'].includes(token.text.toLowerCase())
  );
}

function parseTest(
  parser: ExpressionParser,
  left: ExpressionTree,
  first: Token,
): ExpressionTree | undefined {
  const { cursor } = parser;
  if (cursor.acceptWord('between')) {
    const low = parser.operand();
    cursor.expectWord('and');
    const high = parser.operand();
    const place = cursor.placeFrom(first);
    return callOf('and', place, [
      callOf('>=', place, [left, low]),
      callOf('<=', place, [left, high]),
    ]);
  }
  if (cursor.acceptWord('in')) {
    const list = parseList(parser);
    return callOf('in', cursor.placeFrom(first), [left, ...list]);
  }
  if (cursor.acceptWord('like')) {
    const pattern = likePattern(parser);
    return callOf('like', cursor.placeFrom(first), [left, pattern]);
  }
  if (cursor.acceptWord('rlike')) {
    const pattern = textOf(
      patternText(parser, 'a pattern must be a string'),
      cursor.placeFrom(cursor.peek()),
    );
    return callOf('rlike', cursor.placeFrom(first), [left, pattern]);
  }
  return undefined;
}

function parseList(parser: ExpressionParser): readonly ExpressionTree[] {
  const { cursor } = parser;
  cursor.expectSymbol('(');
  if (cursor.atWord('select')) {
    throw new SyntaxProblem(
      cursor.placeOf(cursor.peek()),
      'IN query is not supported: a list of values is needed',
    );
  }
  const list = cursor.list(() => parser.expression());
  cursor.expectSymbol(')');
  return list;
}

function isNull(parser: ExpressionParser, left: ExpressionTree, first: Token): ExpressionTree {
  const { cursor } = parser;
  const negated = cursor.acceptWord('not');
  const truth = cursor.atWord('true') || cursor.atWord('false');
  if (truth) {
    const value = booleanOf(cursor.take().text.toLowerCase() === 'true', cursor.placeFrom(first));
    const same = nullSafe(left, value, cursor.placeFrom(first));
    return negated ? callOf('not', same.place, [same]) : same;
  }
  cursor.expectWord('null');
  return callOf(negated ? 'is_not_null' : 'is_null', cursor.placeFrom(first), [left]);
}

/** Returns an equality that is true for two nulls and never null. */
function nullSafe(
  one: ExpressionTree,
  other: ExpressionTree,
  place: SourceLocation,
): ExpressionTree {
  const equal = callOf('coalesce', place, [
    callOf('==', place, [one, other]),
    booleanOf(false, place),
  ]);
  const bothNull = callOf('and', place, [
    callOf('is_null', place, [one]),
    callOf('is_null', place, [other]),
  ]);
  return callOf('or', place, [equal, bothNull]);
}
