import { at } from '../base/assert.ts';
import { firstIndex } from '../base/order.ts';
import { ServiceError } from '../base/service-error.ts';
import { problemText, QueryProblem } from '../plan/expression.ts';
import type { SourceLocation } from '../plan/syntax.ts';

/**
 * Returns the error for a mistake in a query text, with its line and column.
 *
 * query.syntax-error.
 */
export function syntaxRefusal(problem: QueryProblem): ServiceError {
  return new ServiceError('parsing_exception', problemText(problem));
}

/**
 * Kinds of tokens: `word` is a name, a keyword or a name with stars; `quoted_name` one in back-quotes; `source` an
 * index expression; `param` a placeholder; `invalid` characters that form no token.
 */
type TokenKind =
  | 'word'
  | 'quoted_name'
  | 'source'
  | 'integer'
  | 'decimal'
  | 'string'
  | 'param'
  | 'symbol'
  | 'invalid'
  | 'end';

/** A token of a query text. */
export interface Token {
  readonly kind: TokenKind;
  /** Offsets into the query text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The content of a string or a quoted name; the text of other tokens. */
  readonly value: string;
}

/** A query text that can compute locations. */
export interface SourceText {
  readonly text: string;
  /** Returns the location of the text between two offsets. */
  readonly placeOf: (start: number, end: number) => SourceLocation;
}

/** Finds the line starts of a query text. */
export function sourceText(text: string): SourceText {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lineStarts.push(at + 1);
  }
  return {
    text,
    placeOf(start, end) {
      const line = firstIndex(lineStarts.length, (nth) => at(lineStarts, nth) > start);
      const column = start - at(lineStarts, line - 1) + 1;
      return { line, column, text: text.slice(start, end) };
    },
  };
}

/** A kind of tokens, and what they look like. */
export interface TokenRule {
  readonly kind: TokenKind;
  /** Sticky. */
  readonly pattern: RegExp;
  readonly read?: (text: string) => string;
}

/** How a text is divided into tokens. */
export interface Lexing {
  /** What separates tokens; sticky, and matches nothing as well. */
  readonly blank: RegExp;
  /** Returns the rules for a token by the one before it. */
  readonly rulesAfter: (before: Token | undefined) => readonly TokenRule[];
}

/** It takes the whole rest, which is not searched for its end once more at each later character. */
const openComment: TokenRule = { kind: 'invalid', pattern: /\/\*[^]*/y };

/** An open quote takes the rest of its line. */
const anything: TokenRule = { kind: 'invalid', pattern: /["'`][^\r\n]*|[^]/uy };

/** Maximum number of tokens of a text, which is parsed without yielding to the event loop. */
const maxTokens = 10_000;

/** Returns the tokens of a text. Throws a QueryProblem if there are too many. */
export function tokensOf(
  { text, placeOf }: SourceText,
  { blank, rulesAfter }: Lexing,
): readonly Token[] {
  const tokens: Token[] = [];
  const skipBlank = (from: number): number => from + (matchAt(from, text, blank) ?? '').length;
  for (let at = skipBlank(0); at < text.length;) {
    const token = tokenAt(at, text, [openComment, ...rulesAfter(tokens.at(-1)), anything]);
    if (tokens.length === maxTokens) {
      const reason = `the statement exceeded the maximum number of tokens allowed (${maxTokens})`;
      throw new QueryProblem(placeOf(token.start, token.end), reason);
    }
    tokens.push(token);
    at = skipBlank(token.end);
  }
  return tokens;
}

/** Returns the token at an offset by the first rule that fits. */
function tokenAt(start: number, text: string, rules: readonly TokenRule[]): Token {
  for (const { kind, pattern, read } of rules) {
    const found = matchAt(start, text, pattern);
    if (found === undefined) continue;
    return { kind, start, end: start + found.length, text: found, value: read?.(found) ?? found };
  }
  throw new Error('no rule fits');
}

function matchAt(start: number, text: string, sticky: RegExp): string | undefined {
  sticky.lastIndex = start;
  return sticky.exec(text)?.[0];
}

/** Maximum depth of nested expressions. */
export const maxNesting = 500;

/** The tokens of a query text, read from left to right. */
export class TokenCursor {
  readonly source: SourceText;
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], source: SourceText) {
    const { length } = source.text;
    this.source = source;
    this.#tokens = tokens;
    this.#end = { kind: 'end', start: length, end: length, text: '<EOF>', value: '' };
  }

  /** Returns the next token, or the one `ahead` tokens after it. */
  peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? this.#end;
  }

  /** Returns whether the next token is this symbol. */
  atSymbol(symbol: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return kind === 'symbol' && text === symbol;
  }

  /** Returns whether the next token is this word, which is not case-sensitive. */
  atWord(word: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return (kind === 'word' || kind === 'source') && text.toLowerCase() === word;
  }

  take(): Token {
    const token = this.peek();
    if (this.#at < this.#tokens.length) this.#at++;
    return token;
  }

  /** Consumes the next token if it is this symbol; returns whether it is. */
  acceptSymbol(symbol: string): boolean {
    const found = this.atSymbol(symbol);
    if (found) this.take();
    return found;
  }

  /** Consumes the next tokens if they are these words; returns whether they are. */
  acceptWord(...words: readonly string[]): boolean {
    const found = words.every((word, ahead) => this.atWord(word, ahead));
    if (found) words.forEach(() => this.take());
    return found;
  }

  expectSymbol(symbol: string): void {
    if (!this.acceptSymbol(symbol)) this.fail(`'${symbol}'`);
  }

  expectWord(word: string): void {
    if (!this.acceptWord(word)) this.fail(`'${word}'`);
  }

  /** Throws a QueryProblem: the next token is not one of the expected ones. */
  fail(...expecting: readonly string[]): never {
    const { kind, start, end, text } = this.peek();
    const place = this.source.placeOf(start, end);
    if (kind === 'invalid') {
      throw new QueryProblem(place, `token recognition error at: '${shorten(text)}'`);
    }
    const [only] = expecting;
    const wanted = expecting.length === 1 ? only : `{${expecting.join(', ')}}`;
    throw new QueryProblem(place, `mismatched input '${shorten(text)}' expecting ${wanted}`);
  }

  /** Returns the location from a token to the last consumed one. */
  placeFrom(start: Token): SourceLocation {
    const last = this.#tokens[this.#at - 1] ?? start;
    return this.source.placeOf(start.start, Math.max(start.end, last.end));
  }

  /** Returns the location of one token. */
  placeOf({ start, end }: Token): SourceLocation {
    return this.source.placeOf(start, end);
  }

  /** Reads a nested expression. Throws a QueryProblem if the nesting is too deep. */
  nested<T>(read: () => T): T {
    if (++this.#depth > maxNesting) throw tooDeep(this.placeOf(this.peek()));
    const found = read();
    this.#depth--;
    return found;
  }

  /** Reads what is between parentheses. */
  inParentheses<T>(read: () => T): T {
    this.expectSymbol('(');
    const found = read();
    this.expectSymbol(')');
    return found;
  }

  /** Reads one or more elements, separated by commas. */
  list<T>(read: () => T): readonly T[] {
    const found = [read()];
    while (this.acceptSymbol(',')) found.push(read());
    return found;
  }
}

/** Returns the problem of an expression that is nested too deep. */
export function tooDeep(place: SourceLocation): QueryProblem {
  return new QueryProblem(
    place,
    `the statement exceeded the maximum expression depth allowed (${maxNesting})`,
  );
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
