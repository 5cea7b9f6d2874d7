import type { CommandTree } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import type { Token } from '../token.ts';
import { readFields } from './fields.ts';

/** eval = "EVAL" fields */
export function readEval(parser: Parser, start: Token): CommandTree {
  const values = readFields(parser);
  return { kind: 'eval', values, place: parser.cursor.placeFrom(start) };
}
