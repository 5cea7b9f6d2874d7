import { syntaxProblem } from '../sql-problem.ts';

/** `word` is a name or keyword as written; `quoted` a name in quotes, `string` a text, both without their quotes. */
type TokenKind = 'word' | 'quoted' | 'string' | 'number' | 'symbol' | 'end';

/** A token of a statement. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Offsets of the first character of the token and of the one after it. */
  readonly from: number;
  readonly to: number;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

/** Maximum length of a statement, in characters. */
const maxLength = 1_000_000;

/** Maximum number of tokens of a statement, which is parsed without yielding to the event loop. */
const maxTokens = 10_000;

const blank = /(?:\s+|--[^\n]*|\/\*[^]*?\*\/)+/uy;

const pieces: readonly (readonly [TokenKind, RegExp])[] = [
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/uy],
  ['word', /[\p{L}_@#][\p{L}\p{N}_@#$]*/uy],
  ['string', /'(?:[^']|'')*'/uy],
  ['quoted', /"(?:[^"]|"")*"|`(?:[^`]|``)*`/uy],
  ['symbol', /<=>|<>|<=|>=|!=|==|\|\||::|[-+*/%=<>(),.;?{}[\]:]/uy],
];

/**
 * Returns the tokens of a statement; the last has the kind `end`. Throws parsing_exception for a character that cannot
 * be part of a token.
 */
export function readTokens(statement: string): readonly Token[] {
  if (statement.length > maxLength) {
    throw syntaxProblem(
      { line: 1, column: 1 },
      `the statement has [${statement.length}] characters; at most [${maxLength}] are allowed`,
    );
  }
  const tokens: Token[] = [];
  const place = placeCounter(statement);
  for (let at = skipBlank(statement, 0); at < statement.length;) {
    const token = tokenAt(statement, at, place(at));
    if (tokens.length === maxTokens) {
      throw syntaxProblem(token, `the statement has more than the allowed [${maxTokens}] tokens`);
    }
    tokens.push(token);
    at = skipBlank(statement, token.to);
  }
  const { length } = statement;
  tokens.push({ kind: 'end', text: '', from: length, to: length, ...place(length) });
  return tokens;
}

type LineAndColumn = Pick<Token, 'line' | 'column'>;

function tokenAt(statement: string, at: number, place: LineAndColumn): Token {
  for (const [kind, pattern] of pieces) {
    pattern.lastIndex = at;
    const found = pattern.exec(statement)?.[0];
    if (found !== undefined) {
      const text = kind === 'string' || kind === 'quoted' ? unquote(found) : found;
      return { kind, text, from: at, to: at + found.length, ...place };
    }
  }
  const [character] = statement.slice(at, at + 2);
  const isOpen = character === "'" || character === '"' || character === '`';
  throw syntaxProblem(
    place,
    isOpen
      ? `the quote [${character}] is never closed`
      : statement.startsWith('/*', at)
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

/** Returns a function that computes line and column of offsets, which must ascend. */
function placeCounter(statement: string): (at: number) => LineAndColumn {
  let line = 1;
  let lineStart = 0;
  let read = 0;
  return (at) => {
    for (; read < at; read++) {
      if (statement[read] !== '\n') continue;
      line++;
      lineStart = read + 1;
    }
    return { line, column: at - lineStart + 1 };
  };
}
