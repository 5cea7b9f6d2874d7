import { optionName } from '../../plan/syntax.ts';
import type { CallTree } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import { listOf } from '../parser.ts';
import { readLiteral } from './literals.ts';

/** options = "{" string ":" literal {"," string ":" literal} "}"; the last operand of a call. */
export function readOptions(parser: Parser): readonly CallTree[] {
  const { cursor } = parser;
  cursor.expectSymbol('{');
  const options = listOf(parser, () => readOption(parser));
  cursor.expectSymbol('}');
  return cursor.atSymbol(')') ? options : cursor.fail("')'");
}

function readOption(parser: Parser): CallTree {
  const { cursor } = parser;
  const start = cursor.peek();
  if (start.kind !== 'string') return cursor.fail('QUOTED_STRING');
  cursor.take();
  cursor.expectSymbol(':');
  const value = readLiteral(parser) ?? cursor.fail('QUOTED_STRING', 'INTEGER_LITERAL');
  const name = optionName(start.value);
  return { kind: 'call', name, operands: [value], place: cursor.placeFrom(start) };
}
