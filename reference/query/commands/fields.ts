import type { NamedTree, NameTree } from '../../plan/syntax.ts';
import { readName } from '../expressions/names.ts';
import type { Parser } from '../parser.ts';
import { listOf } from '../parser.ts';

/** fields = field {"," field} */
export function readFields(parser: Parser): readonly NamedTree[] {
  return listOf(parser, () => readField(parser));
}

/** field = [name "="] expression; the default name is that of the column, or else the text of the expression. */
export function readField(parser: Parser): NamedTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const given = namesField(parser) ? readTarget(parser) : undefined;
  const first = cursor.peek();
  const value = parser.expression();
  const own = value.kind === 'name' ? value.name : cursor.placeFrom(first).text;
  return { name: given?.name ?? own, value, place: cursor.placeFrom(start) };
}

function readTarget(parser: Parser): NameTree {
  const name = readName(parser);
  parser.cursor.expectSymbol('=');
  return name;
}

/** Returns whether a name, possibly with dots, and `=` follow. */
function namesField({ cursor }: Parser): boolean {
  let ahead = 0;
  while (['word', 'quoted_name', 'param'].includes(cursor.peek(ahead).kind)) {
    if (cursor.atSymbol('=', ahead + 1)) return true;
    if (!cursor.atSymbol('.', ahead + 1)) return false;
    ahead += 2;
  }
  return false;
}
