import { parse } from 'content-type';

/** A media type with its parameters. */
export interface MediaType {
  /** In lower case, such as `text/csv`. */
  readonly type: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** One alternative of an `Accept` header with its quality, from 0 to 1. */
export interface MediaRange extends MediaType {
  readonly quality: number;
}

/** Parses a media type with its parameters. Returns undefined if it is malformed. */
export function parseMediaType(text: string): MediaType | undefined {
  try {
    const parsed = parse(text.replace(/[;\s]+$/, ''));
    return { type: parsed.type, parameters: parsed.parameters };
  } catch {
    return undefined;
  }
}

/**
 * Parses an `Accept` header. Returns its alternatives by descending quality, those of equal quality in the order of the
 * header; undefined if one is malformed.
 */
export function parseAccept(header: string): readonly MediaRange[] | undefined {
  const ranges = header.split(',').map((part) => {
    const media = parseMediaType(part.trim().replace(/^\*(?=;|$)/, '*/*'));
    if (media === undefined) return undefined;
    const { q = '1', ...parameters } = media.parameters;
    const quality = Number(q);
    return quality >= 0 && quality <= 1 ? { type: media.type, parameters, quality } : undefined;
  });
  if (ranges.some((range) => range === undefined)) return undefined;
  return ranges.filter((range) => range !== undefined).sort((a, b) => b.quality - a.quality);
}

/** Returns whether a range (everything, all subtypes of a type, or one type) covers a type. */
export function covers(range: string, type: string): boolean {
  if (range === '*/*' || range === type) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}
