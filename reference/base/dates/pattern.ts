import { defined } from '../assert.ts';
import type { DateParts, Instant } from './calendar.ts';
import { refuse } from '../service-error.ts';
import { parsers, type PartParser } from './pattern-parts.ts';
import {
  formatPart,
  localTimeOf,
  shownLetters,
  type FormatOptions,
  type LocalTime,
} from './pattern-format.ts';
import { defaultLocale } from './locale-names.ts';
import { zoneOffset } from '../time-zone.ts';

/** A piece of a Java date pattern. */
export type PatternPiece =
  | { readonly kind: 'letter'; readonly letter: string; readonly count: number }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'optional'; readonly pieces: readonly PatternPiece[] };

/** A compiled date pattern. */
export interface DatePattern {
  /** Returns the parts that the text names, or undefined if it does not match. */
  readonly parse: (text: string) => DateParts | undefined;
  readonly format: FormatInstant;
}

/** Formats an instant. */
export type FormatInstant = (instant: Instant, place: FormatOptions) => string;

const maxPatternLength = 200;

/**
 * Takes a Java date pattern (letters y u M d D H h k K m s S n a E X x Z z V, quotes, optional parts) and the language
 * of its names; throws illegal_argument_exception for any other letter.
 */
export function compilePattern(pattern: string, locale = defaultLocale): DatePattern {
  const pieces = readWhole(pattern);
  const found: FoundPart[] = [];
  const source = toExpression(pieces, { pattern, locale, found, ways: 1 });
  const expression = new RegExp(`^${source}$`, 'i');
  return {
    parse(text) {
      const match = expression.exec(text);
      if (match === null) return undefined;
      let parts: DateParts = {};
      for (const [at, { parser }] of found.entries()) {
        const value = match[at + 1];
        if (value !== undefined) parts = { ...parts, ...parser.read(value, parts) };
      }
      return parts;
    },
    format: formatterOf(pieces, pattern),
  };
}

/** Like `compilePattern`, but for formatting only: the letters Y w Q q G e c A N are allowed too. */
export function compileShownPattern(pattern: string): FormatInstant {
  const pieces = readWhole(pattern);
  checkShown(pieces, pattern);
  return formatterOf(pieces, pattern);
}

function checkShown(pieces: readonly PatternPiece[], pattern: string): void {
  for (const piece of pieces) {
    if (piece.kind === 'optional') checkShown(piece.pieces, pattern);
    if (piece.kind !== 'letter' || shownLetters.includes(piece.letter)) continue;
    if (parsers({ ...piece, adjacent: false, locale: defaultLocale }) === undefined) {
      unknownLetter(piece.letter, pattern);
    }
  }
}

function unknownLetter(letter: string, pattern: string): never {
  return refuse(`Invalid format: [${pattern}]: Unknown pattern letter: ${letter}`);
}

function readWhole(pattern: string): readonly PatternPiece[] {
  if (pattern.length > maxPatternLength) {
    const shown = pattern.slice(0, maxPatternLength);
    return refuse(`Invalid format: [${shown}…]: longer than [${maxPatternLength}] characters`);
  }
  return readPieces(pattern, 0, 0).pieces;
}

interface FoundPart {
  readonly group: string;
  readonly parser: PartParser;
}

interface Compiling {
  readonly pattern: string;
  readonly locale: string;
  readonly found: FoundPart[];
  /** The number of ways to divide a text among the parts so far. */
  ways: number;
}

/** The maximum number of ways: it limits backtracking. */
const maxWays = 1_000_000;

function checkWays(compiling: Compiling, expression: string): void {
  const open = /\{1,(\d)\}/.exec(expression)?.[1];
  compiling.ways *= open === undefined ? 1 : Number(open);
  if (expression.includes('*')) compiling.ways *= 50;
  if (compiling.ways > maxWays) {
    refuse(`Invalid format: [${compiling.pattern}]: too many parts of variable width`);
  }
}

function readPieces(
  pattern: string,
  start: number,
  depth: number,
): { readonly pieces: readonly PatternPiece[]; readonly end: number } {
  const pieces: PatternPiece[] = [];
  let at = start;
  while (at < pattern.length) {
    const letter = pattern.charAt(at);
    if (letter === '[') {
      const inner = readPieces(pattern, at + 1, depth + 1);
      pieces.push({ kind: 'optional', pieces: inner.pieces });
      at = inner.end;
    } else if (letter === ']') {
      if (depth === 0) return refuse(`Invalid format: [${pattern}]: unmatched closing bracket`);
      return { pieces, end: at + 1 };
    } else {
      const piece = readPiece(pattern, at);
      pieces.push(piece.piece);
      at = piece.end;
    }
  }
  return { pieces, end: at };
}

function readPiece(
  pattern: string,
  at: number,
): { readonly piece: PatternPiece; readonly end: number } {
  const letter = pattern.charAt(at);
  if (letter === "'") {
    const close = /^'((?:[^']|'')*)'/.exec(pattern.slice(at));
    if (close === null) return refuse(`Invalid format: [${pattern}]: unterminated literal`);
    const text = close[1] === '' ? "'" : defined(close[1], 'quoted text').replaceAll("''", "'");
    return { piece: { kind: 'literal', text }, end: at + close[0].length };
  }
  if (!/[A-Za-z]/.test(letter)) return { piece: { kind: 'literal', text: letter }, end: at + 1 };
  let end = at;
  while (pattern.charAt(end) === letter) end++;
  return { piece: { kind: 'letter', letter, count: end - at }, end };
}

function toExpression(pieces: readonly PatternPiece[], compiling: Compiling): string {
  const { pattern, locale, found } = compiling;
  let source = '';
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'literal') source += piece.text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    else if (piece.kind === 'optional') {
      compiling.ways *= 2;
      source += `(?:${toExpression(piece.pieces, compiling)})?`;
    } else {
      const adjacent = pieces[at + 1]?.kind === 'letter';
      const parser = parsers({ ...piece, adjacent, locale });
      if (parser === undefined) return unknownLetter(piece.letter, pattern);
      checkWays(compiling, parser.expression);
      found.push({ group: piece.letter, parser });
      source += `(${parser.expression})`;
    }
  }
  return source;
}

/** The pattern of most dates, which Date writes. */
const isoPattern = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX";

function formatterOf(pieces: readonly PatternPiece[], pattern: string): FormatInstant {
  const format: FormatInstant = (instant, place) =>
    formatPieces(pieces, localTimeOf(instant, place));
  if (pattern !== isoPattern) return format;
  return (instant, place) => isoText(instant, place) ?? format(instant, place);
}

/** The years 0 to 9999 have four digits. */
const firstIso_ms = -62_167_219_200_000;
const lastIso_ms = 253_402_300_799_999;

function isoText({ ms }: Instant, { zone }: FormatOptions): string | undefined {
  if (ms < firstIso_ms || ms > lastIso_ms || zoneOffset(zone, ms) !== 0) return undefined;
  return new Date(ms).toISOString();
}

function formatPieces(pieces: readonly PatternPiece[], time: LocalTime): string {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'literal') text += piece.text;
    else if (piece.kind === 'optional') text += formatPieces(piece.pieces, time);
    else text += formatPart(piece, time);
  }
  return text;
}
