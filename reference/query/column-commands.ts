import type { CommandContent, NamePattern, RenameTree } from '../plan/syntax.ts';
import { readNamePattern, readName } from './names.ts';
import { QueryProblem } from '../plan/expression.ts';
import type { Parser } from './params.ts';

/** keep = "KEEP" pattern {"," pattern} */
export function readKeep(parser: Parser): CommandContent {
  return { kind: 'keep', names: parser.cursor.list(() => readNamePattern(parser)) };
}

/** drop = "DROP" pattern {"," pattern} */
export function readDrop(parser: Parser): CommandContent {
  return { kind: 'drop', names: parser.cursor.list(() => readDropped(parser)) };
}

function readDropped(parser: Parser): NamePattern {
  const found = readNamePattern(parser);
  if (found.literal || found.pattern !== '*') return found;
  throw new QueryProblem(found.place, 'Removing all fields is not allowed [*]');
}

/** rename = "RENAME" change {"," change} */
export function readRename(parser: Parser): CommandContent {
  return { kind: 'rename', renames: parser.cursor.list(() => readChange(parser)) };
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
