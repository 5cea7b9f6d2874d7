import type { CommandTree, SortTree } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import { listOf } from '../parser.ts';
import type { Token } from '../token.ts';

/** sort = "SORT" key {"," key} */
export function readSort(parser: Parser, start: Token): CommandTree {
  const keys = listOf(parser, () => readKey(parser));
  return { kind: 'sort', keys, place: parser.cursor.placeFrom(start) };
}

/** key = expression ["ASC" | "DESC"] ["NULLS" ("FIRST" | "LAST")]; nulls sort as the highest values. */
function readKey(parser: Parser): SortTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const value = parser.expression();
  const descending = cursor.acceptWord('desc');
  if (!descending) cursor.acceptWord('asc');
  const nullsFirst = cursor.acceptWord('nulls') ? readNullsFirst(parser) : descending;
  return { value, descending, nullsFirst, place: cursor.placeFrom(start) };
}

function readNullsFirst({ cursor }: Parser): boolean {
  if (cursor.acceptWord('first')) return true;
  if (cursor.acceptWord('last')) return false;
  return cursor.fail("'first'", "'last'");
}
