import type { NamePattern, NameTree } from '../plan/syntax.ts';
import type { Parser } from './params.ts';
import { boundParam, paramName, paramPattern } from './params.ts';

const nameTokens = ['UNQUOTED_IDENTIFIER', 'QUOTED_IDENTIFIER', "'?'", "'??'"] as const;

/**
 * name = segment {"." segment}; segment = word | "`" … "`" | "??" …
 *
 * query-parameters.dotted-named, query-parameters.dotted-positional, query-parameters.dotted-anonymous,
 * query-parameters.dotted-half.
 */
export function readName(parser: Parser): NameTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const segments = [readSegment(parser, true)];
  while (cursor.acceptSymbol('.')) segments.push(readSegment(parser, false));
  return { kind: 'name', place: cursor.placeFrom(start), name: segments.join('.') };
}

/** Parses a word, a quoted name or a placeholder for a name; a keyword is only allowed after a dot. */
export function readSegment(parser: Parser, isFirst: boolean): string {
  const { cursor } = parser;
  const token = cursor.peek();
  if (token.kind === 'param') return paramName(boundParam(parser, cursor.take()));
  const isName =
    token.kind === 'quoted_name' ||
    (token.kind === 'word' && !token.text.includes('*') && !(isFirst && isReserved(token.text)));
  if (!isName) cursor.fail(...nameTokens);
  return cursor.take().value;
}

/** pattern = piece {"." piece}; piece = word with stars | "`" … "`" | placeholder */
export function readNamePattern(parser: Parser): NamePattern {
  const { cursor } = parser;
  const start = cursor.peek();
  const pieces = [readPiece(parser)];
  while (cursor.acceptSymbol('.')) pieces.push(readPiece(parser));
  const place = cursor.placeFrom(start);
  const literal = pieces.every((piece) => piece.literal);
  const quotedStar = pieces.some((piece) => piece.literal && piece.pattern.includes('*'));
  if (!literal && quotedStar) cursor.fail('a name with stars either in back-quotes or outside');
  return { place, pattern: pieces.map((piece) => piece.pattern).join('.'), literal };
}

function readPiece(parser: Parser): Omit<NamePattern, 'place'> {
  const { cursor } = parser;
  const { kind, text } = cursor.peek();
  if (kind === 'param') return paramPattern(boundParam(parser, cursor.take()));
  if (kind !== 'word' && kind !== 'quoted_name') return cursor.fail(...nameTokens, 'ID_PATTERN');
  return { pattern: cursor.take().value, literal: kind !== 'word' || !text.includes('*') };
}

const reserved: ReadonlySet<string> = new Set([
  'and',
  'asc',
  'by',
  'desc',
  'false',
  'in',
  'is',
  'like',
  'not',
  'null',
  'nulls',
  'or',
  'rlike',
  'true',
  'where',
]);

/** Returns whether a word is only a name in an expression if it is in back-quotes. */
export function isReserved(word: string): boolean {
  return reserved.has(word.toLowerCase());
}
