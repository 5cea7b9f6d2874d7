import type { ExpressionTree, SourceLocation } from '../../plan/syntax.ts';
import { syntaxProblem } from '../sql-problem.ts';
import type { ExpressionParser } from './expression-parser.ts';
import { likePattern } from './like-pattern.ts';
import type { Token } from './token-reader.ts';
import { booleanOf, callOf, parameterOf } from './trees.ts';

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
  const { reader } = parser;
  const first = reader.peek();
  const left = parser.operand();
  const symbol = reader.peek();
  const comparison = symbol.kind === 'symbol' ? comparisons.get(symbol.text) : undefined;
  if (comparison !== undefined) {
    reader.next();
    const right = parser.operand();
    return callOf(comparison, reader.placeFrom(first), [left, right]);
  }
  if (reader.takeSymbol('<=>')) return nullSafe(left, parser.operand(), reader.placeFrom(first));
  if (reader.takeWord('is')) return isNull(parser, left, first);
  const negated = reader.isWord('not') && isTest(reader.peek(1)) && reader.takeWord('not');
  const tested = parseTest(parser, left, first);
  if (tested === undefined) return left;
  return negated ? callOf('not', reader.placeFrom(first), [tested]) : tested;
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
  const { reader } = parser;
  if (reader.takeWord('between')) {
    const low = parser.operand();
    reader.expectWord('and');
    const high = parser.operand();
    const place = reader.placeFrom(first);
    return callOf('and', place, [
      callOf('>=', place, [left, low]),
      callOf('<=', place, [left, high]),
    ]);
  }
  if (reader.takeWord('in')) {
    const list = parseList(parser);
    return callOf('in', reader.placeFrom(first), [left, ...list]);
  }
  if (reader.takeWord('like')) {
    const pattern = likePattern(parser);
    return callOf('like', reader.placeFrom(first), [left, pattern]);
  }
  if (reader.takeWord('rlike')) {
    const pattern = patternText(parser);
    return callOf('rlike', reader.placeFrom(first), [left, pattern]);
  }
  return undefined;
}

function parseList(parser: ExpressionParser): readonly ExpressionTree[] {
  const { reader } = parser;
  reader.expectSymbol('(');
  if (reader.isWord('select')) {
    throw syntaxProblem(reader.peek(), 'IN query is not supported: a list of values is needed');
  }
  const list = [parser.expression()];
  while (reader.takeSymbol(',')) list.push(parser.expression());
  reader.expectSymbol(')');
  return list;
}

/** Parses a pattern: a text or a placeholder for one. */
function patternText(parser: ExpressionParser): ExpressionTree {
  const { reader } = parser;
  const token = reader.peek();
  if (token.kind !== 'string' && !reader.isSymbol('?')) return reader.fail('a text');
  reader.next();
  const value = token.kind === 'string' ? token.text : parser.parameter(token);
  if (typeof value !== 'string') throw syntaxProblem(token, 'a pattern must be a string');
  return parameterOf(value, reader.placeFrom(token));
}

function isNull(parser: ExpressionParser, left: ExpressionTree, first: Token): ExpressionTree {
  const { reader } = parser;
  const negated = reader.takeWord('not');
  const truth = reader.isWord('true') || reader.isWord('false');
  if (truth) {
    const value = booleanOf(reader.next().text.toLowerCase() === 'true', reader.placeFrom(first));
    const same = nullSafe(left, value, reader.placeFrom(first));
    return negated ? callOf('not', same.place, [same]) : same;
  }
  reader.expectWord('null');
  return callOf(negated ? 'is_not_null' : 'is_null', reader.placeFrom(first), [left]);
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
