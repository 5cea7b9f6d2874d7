import type { CommandTree } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import type { Token } from '../token.ts';
import { readFields } from './fields.ts';

/** row = "ROW" fields */
export function readRow(parser: Parser, start: Token): CommandTree {
  const values = readFields(parser);
  return { kind: 'row', values, place: parser.cursor.placeFrom(start) };
}
