import type { CommandTree } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import type { Token } from '../token.ts';

/** where = "WHERE" expression */
export function readWhere(parser: Parser, start: Token): CommandTree {
  const condition = parser.expression();
  return { kind: 'where', condition, place: parser.cursor.placeFrom(start) };
}
