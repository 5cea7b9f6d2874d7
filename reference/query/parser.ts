import type { ExpressionTree, SourceLocation } from '../plan/syntax.ts';
import type { Token, SourceText } from './lexer.ts';
import type { BoundParam, Binding } from './params.ts';
import { SyntaxProblem } from './syntax-problem.ts';

/** State shared by the parsers of commands and expressions. */
export interface Parser {
  readonly cursor: TokenCursor;
  readonly binding: Binding;
  /** Parses a whole expression. */
  readonly expression: () => ExpressionTree;
}

/**
 * Returns the entry for a placeholder. Throws the problem if there is none, which ends the parsing of its command.
 */
export function boundParam({ cursor, binding }: Parser, token: Token): BoundParam {
  const place = cursor.placeOf(token);
  const param = binding.bound.get(token);
  if (param !== undefined) return { mark: token.text, place, param };
  throw (
    binding.problems.find(
      (problem) => problem.place.line === place.line && problem.place.column === place.column,
    ) ?? new SyntaxProblem(place, `Unknown query parameter [${token.text}]`)
  );
}

/** Parses one or more elements, separated by commas. */
export function listOf<T>({ cursor }: Parser, read: () => T): readonly T[] {
  const found = [read()];
  while (cursor.acceptSymbol(',')) found.push(read());
  return found;
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

  /** The last token must have the kind `end`. */
  constructor(tokens: readonly Token[], source: SourceText) {
    const { length } = source.text;
    const end: Token = { kind: 'end', start: length, end: length, text: '<EOF>', value: '' };
    this.source = source;
    this.#tokens = tokens;
    this.#end = tokens.at(-1) ?? end;
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
    if (this.#at < this.#tokens.length - 1) this.#at++;
    return token;
  }

  /** Consumes the next token if it is this symbol; returns whether it is. */
  acceptSymbol(symbol: string): boolean {
    const found = this.atSymbol(symbol);
    if (found) this.take();
    return found;
  }

  /** Consumes the next token if it is this word; returns whether it is. */
  acceptWord(word: string): boolean {
    const found = this.atWord(word);
    if (found) this.take();
    return found;
  }

  expectSymbol(symbol: string): void {
    if (!this.acceptSymbol(symbol)) this.fail(`'${symbol}'`);
  }

  expectWord(word: string): void {
    if (!this.acceptWord(word)) this.fail(`'${word}'`);
  }

  /** Throws a SyntaxProblem: the next token is not one of the expected ones. */
  fail(...expecting: readonly string[]): never {
    const { kind, start, end, text } = this.peek();
    const place = this.source.placeOf(start, end);
    if (kind === 'invalid') {
      throw new SyntaxProblem(place, `token recognition error at: '${shorten(text)}'`);
    }
    const [only] = expecting;
    const wanted = expecting.length === 1 ? only : `{${expecting.join(', ')}}`;
    throw new SyntaxProblem(place, `mismatched input '${shorten(text)}' expecting ${wanted}`);
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

  /** Enters a nested expression, which `leave` ends; throws a SyntaxProblem if the nesting is too deep. */
  enter(): void {
    if (++this.#depth > maxNesting) throw tooDeep(this.placeOf(this.peek()));
  }

  leave(): void {
    this.#depth--;
  }

  /** Moves past the next `|`; returns false at the end of the text. */
  skipCommand(): boolean {
    this.#depth = 0;
    while (this.peek().kind !== 'end') {
      if (this.take().text === '|') return true;
    }
    return false;
  }
}

/** Returns the problem of an expression that is nested too deep. */
export function tooDeep(place: SourceLocation): SyntaxProblem {
  return new SyntaxProblem(
    place,
    `ESQL statement exceeded the maximum expression depth allowed (${maxNesting})`,
  );
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
