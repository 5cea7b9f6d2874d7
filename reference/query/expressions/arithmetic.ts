import type { ExpressionTree } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import { maxNesting, tooDeep } from '../token-cursor.ts';
import { readUnary } from './primary.ts';

/** The precedence of each operator; all are left-associative. */
const power: ReadonlyMap<string, number> = new Map([
  ['+', 1],
  ['-', 1],
  ['*', 2],
  ['/', 2],
  ['%', 2],
]);

/** sum = product {("+" | "-") product}; product = unary {("*" | "/" | "%") unary} */
export function readArithmetic(parser: Parser, least = 1): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  let left = readUnary(parser);
  for (let links = 1; ; links++) {
    const { kind, text } = cursor.peek();
    const binds = kind === 'symbol' ? (power.get(text) ?? 0) : 0;
    if (binds < least) return left;
    if (links > maxNesting) throw tooDeep(cursor.placeOf(start));
    cursor.take();
    const right = readArithmetic(parser, binds + 1);
    left = {
      kind: 'call',
      name: text,
      operands: [left, right],
      place: cursor.placeFrom(start),
    };
  }
}
