import { defined } from '../assert.ts';
import type { DateParts, Instant } from './calendar.ts';
import { refuse } from '../service-error.ts';
import type { LocalTime, ParsedRun, PatternLetter } from './pattern-letters.ts';
import { patternLetters } from './pattern-letters.ts';
import { defaultLocale } from './locale-names.ts';
import { zoneOffset } from '../time-zone.ts';

/** A piece of a Java date pattern. */
type PatternPiece =
  | { readonly kind: 'letter'; readonly letter: PatternLetter; readonly count: number }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'optional'; readonly pieces: readonly PatternPiece[] };

/** A compiled date pattern. */
export interface DatePattern {
  /** Returns the parts that the text names, or undefined if it does not match. */
  readonly parse: (text: string) => DateParts | undefined;
  readonly format: FormatInstant;
}

/** The zone and language in which an instant is written. */
interface FormatOptions {
  readonly zone: string;
  /** Language tag for the names of months and days; default en-US. */
  readonly locale?: string | undefined;
}

/** Formats an instant. */
export type FormatInstant = (instant: Instant, place: FormatOptions) => string;

const maxPatternLength = 200;

/**
 * Takes a Java date pattern (letters y u M d D H h m s S a E X x Z z V, quotes, optional parts) and the language
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
      for (const [at, { letter, run }] of found.entries()) {
        const value = match[at + 1];
        if (value !== undefined) parts = { ...parts, ...letter.read(value, run, parts) };
      }
      return parts;
    },
    format: ({ ms, nanos }, { zone, locale: shown = defaultLocale }) => {
      const offset_ms = zoneOffset(zone, ms);
      const time = { local: new Date(ms + offset_ms), nanos, offset_ms, zone, locale: shown };
      return formatPieces(pieces, time);
    },
  };
}

function readWhole(pattern: string): readonly PatternPiece[] {
  if (pattern.length > maxPatternLength) {
    const shown = pattern.slice(0, maxPatternLength);
    return refuse(`Invalid format: [${shown}…]: longer than [${maxPatternLength}] characters`);
  }
  return readPieces(pattern, 0, 0).pieces;
}

interface FoundPart {
  readonly letter: PatternLetter;
  readonly run: ParsedRun;
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
  const known = patternLetters.get(letter);
  if (known === undefined) {
    return refuse(`Invalid format: [${pattern}]: Unknown pattern letter: ${letter}`);
  }
  return { piece: { kind: 'letter', letter: known, count: end - at }, end };
}

function toExpression(pieces: readonly PatternPiece[], compiling: Compiling): string {
  const { locale, found } = compiling;
  let source = '';
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'literal') source += piece.text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    else if (piece.kind === 'optional') {
      compiling.ways *= 2;
      source += `(?:${toExpression(piece.pieces, compiling)})?`;
    } else {
      const adjacent = pieces[at + 1]?.kind === 'letter';
      const { letter, count } = piece;
      const run = { count, adjacent, locale };
      const expression = letter.expression(run);
      checkWays(compiling, expression);
      found.push({ letter, run });
      source += `(${expression})`;
    }
  }
  return source;
}

function formatPieces(pieces: readonly PatternPiece[], time: LocalTime): string {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'literal') text += piece.text;
    else if (piece.kind === 'optional') text += formatPieces(piece.pieces, time);
    else text += piece.letter.write(time, piece.count);
  }
  return text;
}
