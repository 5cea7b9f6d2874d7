import type { CommandTree, RenameTree } from '../../plan/syntax.ts';
import { readName } from '../expressions/names.ts';
import type { Parser } from '../parser.ts';
import { listOf } from '../parser.ts';
import type { Token } from '../token.ts';

/** rename = "RENAME" change {"," change} */
export function readRename(parser: Parser, start: Token): CommandTree {
  const renames = listOf(parser, () => readChange(parser));
  return { kind: 'rename', renames, place: parser.cursor.placeFrom(start) };
}

/** change = old "AS" new | new "=" old */
function readChange(parser: Parser): RenameTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const left = readName(parser);
  const isReversed = cursor.acceptSymbol('=');
  if (!isReversed && !cursor.acceptWord('as')) cursor.fail("'as'", "'='", "'.'");
  const right = readName(parser);
  const place = cursor.placeFrom(start);
  return isReversed ? { from: right, to: left, place } : { from: left, to: right, place };
}
