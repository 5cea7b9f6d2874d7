import type { Token, TokenRule } from '../query/token-cursor.ts';
import { sourceText, TokenCursor, tokensOf } from '../query/token-cursor.ts';

const blank = /(?:\s+|--[^\n]*|\/\*[^]*?\*\/)*/uy;

const rules: readonly TokenRule[] = [
  { kind: 'decimal', pattern: /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/uy },
  { kind: 'word', pattern: /[\p{L}_@#][\p{L}\p{N}_@#$]*/uy },
  { kind: 'string', pattern: /'[^']*(?:''[^']*)*'/uy, read: unquote },
  { kind: 'quoted_name', pattern: /"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`/uy, read: unquote },
  { kind: 'symbol', pattern: /<>|<=|>=|!=|==|\|\||::|[-+*/%=<>(),.;?:]/uy },
];

/** Keywords that are only names if they are quoted. */
const reserved = new Set(
  'all and any as asc between by case cast cross desc distinct else end escape except exists false from full group having in inner intersect interval is join like limit natural not null nulls on or order outer pivot rlike select then true union using when where with'.split(
    ' ',
  ),
);

/** Returns the tokens of a statement; a number has the kind `decimal`. Throws a QueryProblem if there are too many. */
export function statementCursor(statement: string): TokenCursor {
  const source = sourceText(statement);
  return new TokenCursor(tokensOf(source, { blank, rulesAfter: () => rules }), source);
}

function unquote(text: string): string {
  const quote = text.charAt(0);
  return text.slice(1, -1).replaceAll(quote + quote, quote);
}

/** Returns whether a token is a name: quoted, or a word that is not reserved. */
export function isName({ kind, text }: Token): boolean {
  return kind === 'quoted_name' || (kind === 'word' && !reserved.has(text.toLowerCase()));
}

/** Consumes a name; throws a QueryProblem that says what it should be if there is none. */
export function takeName(cursor: TokenCursor, what: string): Token {
  return isName(cursor.peek()) ? cursor.take() : cursor.fail(what);
}
