import type { DateParts, Instant } from './calendar.ts';
import { refuse } from '../service-error.ts';
import { parsers, type PartParser } from './pattern-parts.ts';
import { formatPart } from './pattern-format.ts';

/** A piece of a Java date pattern. */
export type PatternPiece =
  | { readonly kind: 'letter'; readonly letter: string; readonly count: number }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'optional'; readonly pieces: readonly PatternPiece[] };

/** A compiled date pattern. */
export interface DatePattern {
  /** The parts that the text names, or undefined where it does not fit. */
  readonly parse: (text: string) => DateParts | undefined;
  readonly format: (instant: Instant, zone: string) => string;
}

const max_pattern_length = 200;

/** Takes a Java date pattern (letters y u M d D H h k K m s S n a E X x Z z V, quotes, optional parts); throws for any other letter. */
export function compilePattern(pattern: string): DatePattern {
  if (pattern.length > max_pattern_length) return refuse(`Invalid format: [${pattern}]: too long`);
  const { pieces } = readPieces(pattern, 0, 0);
  const found: { readonly group: string; readonly parser: PartParser }[] = [];
  const source = toExpression(pieces, pattern, found);
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
    format: (instant, zone) => formatPieces(pieces, instant, zone),
  };
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
    const text = close[1] === '' ? "'" : (close[1] ?? '').replaceAll("''", "'");
    return { piece: { kind: 'literal', text }, end: at + close[0].length };
  }
  if (!/[A-Za-z]/.test(letter)) return { piece: { kind: 'literal', text: letter }, end: at + 1 };
  let end = at;
  while (pattern.charAt(end) === letter) end++;
  return { piece: { kind: 'letter', letter, count: end - at }, end };
}

function toExpression(
  pieces: readonly PatternPiece[],
  pattern: string,
  found: { readonly group: string; readonly parser: PartParser }[],
): string {
  let source = '';
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'literal') source += piece.text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    else if (piece.kind === 'optional') {
      source += `(?:${toExpression(piece.pieces, pattern, found)})?`;
    } else {
      const adjacent = pieces[at + 1]?.kind === 'letter';
      const parser = parsers(piece.letter, piece.count, adjacent);
      if (parser === undefined) {
        return refuse(`Invalid format: [${pattern}]: Unknown pattern letter: ${piece.letter}`);
      }
      found.push({ group: piece.letter, parser });
      source += `(${parser.expression})`;
    }
  }
  return source;
}

function formatPieces(pieces: readonly PatternPiece[], instant: Instant, zone: string): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'literal') return piece.text;
      if (piece.kind === 'optional') return formatPieces(piece.pieces, instant, zone);
      return formatPart(piece, instant, zone);
    })
    .join('');
}
