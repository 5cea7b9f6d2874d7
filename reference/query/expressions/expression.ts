import type { ExpressionTree, SourceLocation } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import { readPredicate } from './predicate.ts';

/**
 * expression = conjunction {"OR" conjunction}; conjunction = negation {"AND" negation};
 * negation = "NOT" negation | predicate
 *
 * query.expressions.
 */
export function readExpression(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const operands = [readConjunction(parser)];
  while (cursor.acceptWord('or')) operands.push(readConjunction(parser));
  return joined('or', operands, cursor.placeFrom(start));
}

function readConjunction(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const operands = [readNegation(parser)];
  while (cursor.acceptWord('and')) operands.push(readNegation(parser));
  return joined('and', operands, cursor.placeFrom(start));
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

/** Builds a balanced tree from a chain, so that long chains are not deep; AND and OR are associative. */
function joined(
  name: 'and' | 'or',
  operands: readonly ExpressionTree[],
  place: SourceLocation,
): ExpressionTree {
  const [only, second] = operands;
  if (only !== undefined && second === undefined) return only;
  const middle = operands.length >>> 1;
  const left = joined(name, operands.slice(0, middle), place);
  const right = joined(name, operands.slice(middle), place);
  return { kind: 'call', name, operands: [left, right], place };
}
