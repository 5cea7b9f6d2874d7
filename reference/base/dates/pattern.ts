import type { DateParts, Instant } from './calendar.ts';
import { refuse } from '../service-error.ts';
import type { LocalTime, ParsedRun, PatternLetter } from './pattern-letters.ts';
import { patternLetters } from './pattern-letters.ts';
import { defaultLocale } from './locale-names.ts';
import { zoneOffset } from '../time-zone.ts';

/** A piece of a Java date pattern; an optional part is between two brackets. */
type PatternPiece =
  | { readonly kind: 'letter'; readonly letter: PatternLetter; readonly count: number }
  | { readonly kind: 'literal'; readonly text: string }
  | typeof opening
  | typeof closing;

const opening = { kind: 'bracket', source: '(?:' } as const;
const closing = { kind: 'bracket', source: ')?' } as const;

/** A compiled date pattern. */
export interface DatePattern {
  /** Returns the parts that the text names, or undefined if it does not match. */
  readonly parse: (text: string) => DateParts | undefined;
  readonly format: FormatInstant;
}

/** How a date is written. */
export interface FormatPlace {
  /** Default UTC. */
  readonly zone?: string | undefined;
  /** Language of the names of months and days; default en-US. */
  readonly locale?: string | undefined;
}

/** Formats an instant. */
export type FormatInstant = (instant: Instant, place: FormatPlace) => string;

const maxPatternLength = 200;

/** The maximum number of ways to divide a text among the parts of a pattern: it limits backtracking. */
const maxWays = 1_000_000;

interface FoundPart {
  readonly letter: PatternLetter;
  readonly run: ParsedRun;
}

/**
 * Takes a Java date pattern (letters y u M d D H h m s S a E X x Z z V, quotes, optional parts) and the language
 * of its names; throws illegal_argument_exception for any other letter.
 */
export function compilePattern(pattern: string, locale = defaultLocale): DatePattern {
  const pieces = readPieces(pattern);
  const found: FoundPart[] = [];
  let ways = 1;
  const sources = pieces.map((piece, at) => {
    if (piece.kind === 'literal') return piece.text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (piece.kind === 'bracket') {
      if (piece === opening) ways *= 2;
      return piece.source;
    }
    const { letter, count } = piece;
    const run = { count, adjacent: pieces[at + 1]?.kind === 'letter', locale };
    found.push({ letter, run });
    const expression = letter.expression(run);
    ways *= waysOf(expression);
    return `(${expression})`;
  });
  if (ways > maxWays) {
    refuse(`Invalid format: [${pattern}]: too many parts of variable width`);
  }
  const expression = new RegExp(`^${sources.join('')}$`, 'i');
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
    format: ({ ms, nanos }, { zone = 'UTC', locale: shown = defaultLocale }) => {
      const offset_ms = zoneOffset(zone, ms);
      const time = { local: new Date(ms + offset_ms), nanos, offset_ms, zone, locale: shown };
      return pieces.map((piece) => pieceText(piece, time)).join('');
    },
  };
}

function waysOf(expression: string): number {
  const widths = Number(/\{1,(\d)\}/.exec(expression)?.[1] ?? 1);
  return expression.includes('*') ? widths * 50 : widths;
}

/** A quoted text, a run of one letter, or any other character. */
const pieceOfPattern = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^]/g;

function readPieces(pattern: string): readonly PatternPiece[] {
  if (pattern.length > maxPatternLength) {
    const shown = pattern.slice(0, maxPatternLength);
    return refuse(`Invalid format: [${shown}…]: longer than [${maxPatternLength}] characters`);
  }
  let depth = 0;
  const pieces = Array.from(
    pattern.matchAll(pieceOfPattern),
    ([text, quoted, letter]): PatternPiece => {
      if (quoted !== undefined) {
        return { kind: 'literal', text: quoted === '' ? "'" : quoted.replaceAll("''", "'") };
      }
      if (letter !== undefined) return letterPiece(pattern, letter, text.length);
      if (text === "'") refuse(`Invalid format: [${pattern}]: unterminated literal`);
      if (text === ']' && depth-- === 0) {
        refuse(`Invalid format: [${pattern}]: unmatched closing bracket`);
      }
      if (text === '[') depth++;
      return { '[': opening, ']': closing }[text] ?? { kind: 'literal', text };
    },
  );
  return [...pieces, ...Array.from({ length: depth }, () => closing)];
}

function letterPiece(pattern: string, name: string, count: number): PatternPiece {
  const letter = patternLetters.get(name);
  if (letter !== undefined) return { kind: 'letter', letter, count };
  return refuse(`Invalid format: [${pattern}]: Unknown pattern letter: ${name}`);
}

function pieceText(piece: PatternPiece, time: LocalTime): string {
  if (piece.kind === 'letter') return piece.letter.write(time, piece.count);
  return piece.kind === 'literal' ? piece.text : '';
}
