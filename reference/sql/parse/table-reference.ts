import type { Token, TokenCursor } from '../../query/token-cursor.ts';
import { SyntaxProblem } from '../../query/token-cursor.ts';
import { isName, takeName } from './lexer.ts';
import type { TableReference } from './trees.ts';

/** Symbols that a pattern of indices may contain without quotes. */
const inNames = new Set(['-', '*', '.', ':', '+', '{', '}', '/']);

/** Parses the table after FROM: names, patterns and lists of indices, and an alias. */
export function parseTable(cursor: TokenCursor): TableReference {
  const first = cursor.peek();
  if (cursor.atSymbol('('))
    throw new SyntaxProblem(cursor.placeOf(first), 'sub-queries are not supported');
  const names = [tableName(cursor)];
  const qualifiers = aliasOf(cursor) ?? [...names];
  while (cursor.acceptSymbol(',')) {
    const name = tableName(cursor);
    names.push(name);
    qualifiers.push(...(aliasOf(cursor) ?? [name]));
  }
  const place = cursor.placeFrom(first);
  for (const word of ['join', 'inner', 'left', 'right', 'full', 'cross', 'natural']) {
    if (cursor.atWord(word)) {
      throw new SyntaxProblem(
        cursor.placeOf(cursor.peek()),
        'Queries with JOIN are not yet supported',
      );
    }
  }
  return { target: names.join(','), qualifiers, place };
}

function aliasOf(cursor: TokenCursor): string[] | undefined {
  const isSide = cursor.atWord('left') || cursor.atWord('right');
  const isNamed = cursor.acceptWord('as') || (isName(cursor.peek()) && !isSide);
  return isNamed ? [takeName(cursor, 'a name').value] : undefined;
}

/** Parses a name in quotes, or consecutive tokens without white space between them. */
function tableName(cursor: TokenCursor): string {
  const first = cursor.peek();
  if (first.kind === 'quoted_name') return cursor.take().value;
  if (!isPiece(first) || (first.kind === 'word' && !isName(cursor.peek()))) {
    return cursor.fail('the name of an index');
  }
  let last = cursor.take();
  while (isPiece(cursor.peek()) && cursor.peek().start === last.end) last = cursor.take();
  return cursor.source.text.slice(first.start, last.end);
}

function isPiece({ kind, text }: Token): boolean {
  return kind === 'word' || kind === 'decimal' || (kind === 'symbol' && inNames.has(text));
}
