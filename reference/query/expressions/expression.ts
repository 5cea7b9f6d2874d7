import type { ExpressionTree } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import { readPredicate } from './predicate.ts';

/**
 * expression = conjunction {"OR" conjunction}; conjunction = negation {"AND" negation};
 * negation = "NOT" negation | predicate
 *
 * query.expressions.
 */
export function readExpression(parser: Parser): ExpressionTree {
  return readChain(parser, 'or', () => readChain(parser, 'and', () => readNegation(parser)));
}

function readNegation(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  if (!cursor.atWord('not')) return readPredicate(parser);
  const start = cursor.take();
  const operand = cursor.nested(() => readNegation(parser));
  return { kind: 'call', name: 'not', operands: [operand], place: cursor.placeFrom(start) };
}

/** A long chain becomes a flat tree: all its operands count for the same, whatever stands in brackets around them. */
function readChain(parser: Parser, word: 'and' | 'or', read: () => ExpressionTree): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const operands = [read()];
  while (cursor.acceptWord(word)) operands.push(read());
  const [first] = operands;
  if (first !== undefined && operands.length === 1) return first;
  const place = cursor.placeFrom(start);
  const join = (from: number, to: number): ExpressionTree => {
    const only = operands[from];
    if (only !== undefined && to - from === 1) return only;
    const middle = (from + to) >>> 1;
    return { kind: 'call', name: word, operands: [join(from, middle), join(middle, to)], place };
  };
  return join(0, operands.length);
}
