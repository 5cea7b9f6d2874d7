import type { CommandTree } from '../../plan/syntax.ts';
import { readNamePattern } from '../expressions/names.ts';
import type { Parser } from '../parser.ts';
import { listOf } from '../parser.ts';
import type { Token } from '../token.ts';

/** keep = "KEEP" pattern {"," pattern} */
export function readKeep(parser: Parser, start: Token): CommandTree {
  const names = listOf(parser, () => readNamePattern(parser));
  return { kind: 'keep', names, place: parser.cursor.placeFrom(start) };
}
