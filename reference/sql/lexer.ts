import type { SourceText, Token, TokenRule } from '../query/token-cursor.ts';
import { QueryProblem } from '../plan/expression.ts';
import { sourceText, tokenAt, TokenCursor } from '../query/token-cursor.ts';

/** Maximum number of tokens of a statement, which is parsed without yielding to the event loop. */
const maxTokens = 10_000;

const blank = /(?:\s+|--[^\n]*|\/\*[^]*?\*\/)+/uy;

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

/**
 * Returns the tokens of a statement; a number has the kind `decimal`. Throws a QueryProblem for a character that cannot
 * be part of a token.
 */
export function statementCursor(statement: string): TokenCursor {
  const source = sourceText(statement);
  const tokens: Token[] = [];
  for (let at = skipBlank(statement, 0); at < statement.length;) {
    // The rest of the statement is not searched for its end once more at each later character.
    const isOpen = statement.startsWith('/*', at);
    const token = (isOpen ? undefined : tokenAt(statement, at, rules)) ?? unreadable(source, at);
    if (tokens.length === maxTokens) {
      throw new QueryProblem(
        source.placeOf(token.start, token.end),
        `the statement has more than the allowed [${maxTokens}] tokens`,
      );
    }
    tokens.push(token);
    at = skipBlank(statement, token.end);
  }
  return new TokenCursor(tokens, source);
}

function unreadable({ text, placeOf }: SourceText, at: number): never {
  const [character] = text.slice(at, at + 2);
  const isOpen = character === "'" || character === '"' || character === '`';
  throw new QueryProblem(
    placeOf(at, at + 1),
    isOpen
      ? `the quote [${character}] is never closed`
      : text.startsWith('/*', at)
        ? 'the comment is never closed'
        : `token recognition error at: '${character}'`,
  );
}

function skipBlank(statement: string, from: number): number {
  blank.lastIndex = from;
  return from + (blank.exec(statement)?.[0].length ?? 0);
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
