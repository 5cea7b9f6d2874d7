import type { CommandTree } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import type { Token } from '../token.ts';

/** show = "SHOW" "INFO" */
export function readShow({ cursor }: Parser, start: Token): CommandTree {
  cursor.expectWord('info');
  return { kind: 'show', place: cursor.placeFrom(start) };
}
