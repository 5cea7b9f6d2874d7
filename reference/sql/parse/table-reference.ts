import { syntaxProblem } from '../sql-problem.ts';
import type { TableReference } from './statement.ts';
import type { Token, TokenReader } from './token-reader.ts';

/** Symbols that a pattern of indices may contain without quotes. */
const inNames = new Set(['-', '*', '.', ':', '+', '{', '}', '/']);

/** Parses the table after FROM: names, patterns and lists of indices, and an alias. */
export function parseTable(reader: TokenReader): TableReference {
  const first = reader.peek();
  if (reader.isSymbol('(')) throw syntaxProblem(first, 'sub-queries are not supported');
  const names = [tableName(reader)];
  const qualifiers = aliasOf(reader) ?? [...names];
  while (reader.takeSymbol(',')) {
    const name = tableName(reader);
    names.push(name);
    qualifiers.push(...(aliasOf(reader) ?? [name]));
  }
  const place = reader.placeFrom(first);
  for (const word of ['join', 'inner', 'left', 'right', 'full', 'cross', 'natural']) {
    if (reader.isWord(word)) {
      throw syntaxProblem(reader.peek(), 'Queries with JOIN are not yet supported');
    }
  }
  return { target: names.join(','), qualifiers, place };
}

function aliasOf(reader: TokenReader): string[] | undefined {
  const isSide = reader.isWord('left') || reader.isWord('right');
  const isNamed = reader.takeWord('as') || (reader.isName() && !isSide);
  return isNamed ? [reader.expectName('a name').text] : undefined;
}

/** Parses a name in quotes, or consecutive tokens without white space between them. */
function tableName(reader: TokenReader): string {
  const first = reader.peek();
  if (first.kind === 'quoted') return reader.next().text;
  if (!isPiece(first) || (first.kind === 'word' && !reader.isName())) {
    return reader.fail('the name of an index');
  }
  let last = reader.next();
  while (isPiece(reader.peek()) && reader.peek().from === last.to) last = reader.next();
  return reader.statement.slice(first.from, last.to);
}

function isPiece({ kind, text }: Token): boolean {
  return kind === 'word' || kind === 'number' || (kind === 'symbol' && inNames.has(text));
}
