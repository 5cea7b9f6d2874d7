import type { SourceLocation } from '../plan/syntax.ts';
import type { SourceText } from './source-text.ts';
import { SyntaxProblem } from './syntax-problem.ts';
import type { Token } from './token.ts';

/** Greatest depth of nested expressions. */
export const maxNesting = 500;

/** The tokens of a query text, read from left to right. */
export class TokenCursor {
  readonly source: SourceText;
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #at = 0;
  #depth = 0;

  /** The last token is the end of the text. */
  constructor(tokens: readonly Token[], source: SourceText) {
    const { length } = source.text;
    const end: Token = { kind: 'end', start: length, end: length, text: '<EOF>', value: '' };
    this.source = source;
    this.#tokens = tokens;
    this.#end = tokens.at(-1) ?? end;
  }

  /** The token that comes next, or one further on. */
  peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? this.#end;
  }

  /** True if the next token is this sign. */
  atSymbol(symbol: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return kind === 'symbol' && text === symbol;
  }

  /** True if the next token is this word, in whatever letters. */
  atWord(word: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return (kind === 'word' || kind === 'source') && text.toLowerCase() === word;
  }

  take(): Token {
    const token = this.peek();
    if (this.#at < this.#tokens.length - 1) this.#at++;
    return token;
  }

  /** Takes the next token if it is this sign. */
  acceptSymbol(symbol: string): boolean {
    const found = this.atSymbol(symbol);
    if (found) this.take();
    return found;
  }

  /** Takes the next token if it is this word. */
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

  /** Throws the problem that the next token is not what may stand here. */
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

  /** The place from a token to the one that was taken last. */
  placeFrom(start: Token): SourceLocation {
    const last = this.#tokens[this.#at - 1] ?? start;
    return this.source.placeOf(start.start, Math.max(start.end, last.end));
  }

  /** The place of one token. */
  placeOf({ start, end }: Token): SourceLocation {
    return this.source.placeOf(start, end);
  }

  /** Begins something that stands inside another of its kind; `leave` ends it. */
  enter(): void {
    if (++this.#depth > maxNesting) throw tooDeep(this.placeOf(this.peek()));
  }

  leave(): void {
    this.#depth--;
  }

  /** Goes on after the next `|`; false at the end of the text. */
  skipCommand(): boolean {
    this.#depth = 0;
    while (this.peek().kind !== 'end') {
      if (this.take().text === '|') return true;
    }
    return false;
  }
}

/** The problem of an expression that is deeper than is allowed. */
export function tooDeep(place: SourceLocation): SyntaxProblem {
  return new SyntaxProblem(
    place,
    `ESQL statement exceeded the maximum expression depth allowed (${maxNesting})`,
  );
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
