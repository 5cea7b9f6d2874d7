import type { CommandTree } from '../../plan/syntax.ts';
import { readUnary } from '../expressions/primary.ts';
import type { Parser } from '../parser.ts';
import type { Token } from '../token.ts';
import { readPatternText } from './pattern-text.ts';

/** grok = "GROK" primary text */
export function readGrok(parser: Parser, start: Token): CommandTree {
  const value = readUnary(parser);
  const pattern = readPatternText(parser);
  return { kind: 'grok', value, pattern, place: parser.cursor.placeFrom(start) };
}
