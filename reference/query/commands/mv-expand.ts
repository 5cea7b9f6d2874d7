import type { CommandTree } from '../../plan/syntax.ts';
import { readName } from '../expressions/names.ts';
import type { Parser } from '../parser.ts';
import type { Token } from '../token.ts';

/** mv_expand = "MV_EXPAND" name */
export function readMvExpand(parser: Parser, start: Token): CommandTree {
  const column = readName(parser);
  return { kind: 'expand', column, place: parser.cursor.placeFrom(start) };
}
