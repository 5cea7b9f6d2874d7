import type { SourceLocation } from '../../plan/syntax.ts';
import { syntaxProblem } from '../sql-problem.ts';
import type { Token } from './tokens.ts';
import { readTokens } from './tokens.ts';

/** Keywords that are only names if they are quoted. */
const reserved = new Set(
  'all and any as asc between by case cast cross desc distinct else end escape except exists false from full group having in inner intersect interval is join like limit natural not null nulls on or order outer pivot rlike select then true union using when where with'.split(
    ' ',
  ),
);

export type { Token } from './tokens.ts';

/** Reads the tokens of a statement from left to right. */
export interface TokenReader {
  readonly statement: string;
  peek(ahead?: number): Token;
  next(): Token;
  /** Returns whether the next tokens are these words, in any case. */
  isWord(...words: readonly string[]): boolean;
  isSymbol(text: string): boolean;
  /** Consumes the words if they come next; returns whether they do. */
  takeWord(...words: readonly string[]): boolean;
  takeSymbol(text: string): boolean;
  expectWord(...words: readonly string[]): void;
  expectSymbol(text: string): void;
  /** Consumes a name: quoted, or a word that is not reserved. Throws parsing_exception if there is none. */
  expectName(what: string): Token;
  isName(): boolean;
  /** Returns the location from a token to the last consumed one. */
  placeFrom(first: Token): SourceLocation;
  /** Throws parsing_exception for the next token. */
  fail(expected: string): never;
}

/** Returns a reader at the first token of a statement. */
export function tokenReader(statement: string): TokenReader {
  const tokens = readTokens(statement);
  const end = tokens.at(-1) ?? { kind: 'end', text: '', from: 0, to: 0, line: 1, column: 1 };
  let at = 0;
  const peek = (ahead = 0): Token => tokens[at + ahead] ?? end;
  const next = (): Token => tokens[Math.min(at++, tokens.length - 1)] ?? end;
  const isSymbol = (text: string): boolean => isThis(peek(), 'symbol', text);
  const isWord = (...words: readonly string[]): boolean =>
    words.every((word, ahead) => isThis(peek(ahead), 'word', word));
  const take = (found: boolean, count: number): boolean => {
    if (found) at += count;
    return found;
  };
  const fail = (expected: string): never => {
    const token = peek();
    const found = token.kind === 'end' ? 'the end' : `'${statement.slice(token.from, token.to)}'`;
    throw syntaxProblem(token, `mismatched input ${found} expecting ${expected}`);
  };
  const takeWord = (...words: readonly string[]): boolean => take(isWord(...words), words.length);
  const takeSymbol = (text: string): boolean => take(isSymbol(text), 1);
  const isName = (): boolean =>
    peek().kind === 'quoted' ||
    (peek().kind === 'word' && !reserved.has(peek().text.toLowerCase()));
  return {
    statement,
    peek,
    next,
    isWord,
    isSymbol,
    takeWord,
    takeSymbol,
    isName,
    fail,
    expectWord: (...words) => (takeWord(...words) ? undefined : fail(upper(words))),
    expectSymbol: (text) => (takeSymbol(text) ? undefined : fail(`'${text}'`)),
    expectName: (what) => (isName() ? next() : fail(what)),
    placeFrom(first) {
      const { to } = tokens[at - 1] ?? first;
      const { line, column, from } = first;
      return { line, column, text: statement.slice(from, Math.max(to, first.to)) };
    },
  };
}

function isThis(token: Token, kind: 'word' | 'symbol', text: string): boolean {
  return token.kind === kind && token.text.toLowerCase() === text;
}

function upper(words: readonly string[]): string {
  return words.join(' ').toUpperCase();
}
