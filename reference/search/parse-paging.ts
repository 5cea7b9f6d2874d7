import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import type { BodyPart } from '../base/body.ts';
import {
  badField,
  booleanOf,
  itself,
  integerOf,
  listOf,
  parsingError,
  readDeclared,
  stringOf,
  token,
} from '../base/body.ts';
import type { PitReference, Slice } from './search-request.ts';

/**
 * Reads `from`, the number of hits to skip; -1 means that it is not set, and is allowed with `search_after`. Smaller
 * numbers than `least` are refused.
 *
 * Clauses: search-after.from-zero, search-after.from-minus-one, search-after.from-below-minus-one-refused.
 */
export function parseFrom(part: BodyPart, name: string, least = -1): number {
  const from = integerOf(part, name);
  if (from < least) return refuse(`[from] parameter cannot be negative but was [${from}]`);
  return Math.max(0, from);
}

/** Reads `size`: the maximum number of hits, at least 0. */
export function parseSize(part: BodyPart, name: string): number {
  const size = integerOf(part, name);
  return size < 0 ? refuse(`[size] parameter cannot be negative, found [${size}]`) : size;
}

/** Reads `terminate_after`: the number of documents after which a shard stops; 0 means never. */
export function parseTerminateAfter(part: BodyPart, name: string): number {
  const count = integerOf(part, name);
  return count < 0 ? refuse('terminateAfter must be > 0') : count;
}

/** Reads `search_after`: an array with the sort values at which the page before ended. */
export function parseSearchAfter(part: BodyPart, name: string): readonly JsonValue[] {
  const values = listOf(part, name);
  if (values.length === 0) return refuse('Values must contains at least one value.');
  return values.map((element) => {
    const { value } = element;
    if (!Array.isArray(value) && !isJsonObject(value)) return value;
    throw parsingError(
      element,
      `Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found [${token(value)}] inside search_after.`,
    );
  });
}

/** Reads `track_total_hits`: true, false, or the limit of exact counting; -1 is the same as false. */
export function parseTrackTotalHits(part: BodyPart, name: string): boolean | number {
  const { value } = part;
  if (value === true || value === false || value === 'true' || value === 'false') {
    return booleanOf(part, name);
  }
  const limit = integerOf(part, name);
  if (limit < -1) {
    return refuse(`[track_total_hits] parameter must be positive or equals to -1, got ${limit}`);
  }
  return limit === -1 ? false : limit;
}

/**
 * Reads `pit`: `{id, keep_alive}`.
 *
 * Clauses: point-in-time.search-without-keep-alive.
 */
export function parsePit(part: BodyPart): PitReference {
  const { id, keep_alive } = readDeclared(part, 'pit', { id: stringOf, keep_alive: stringOf });
  return id === undefined ? refuse('point in time id is not provided') : { id, keep_alive };
}

/**
 * Reads `slice`: `{id, max, field}`, with 0 ≤ id < max and max > 1. Strings are accepted as numbers.
 *
 * Clauses: slice.id-not-below-max, slice.max-of-one.
 */
export function parseSlice(part: BodyPart): Slice {
  const { id, max, field } = readDeclared(part, 'slice', {
    id: itself,
    max: itself,
    field: itself,
  });
  const problem = (name: 'id' | 'max', reason: string) =>
    badField({ id, max }[name] ?? part, ['slice', name], reason);
  if (id === undefined) throw problem('id', '[id] must be provided');
  if (max === undefined) throw problem('max', '[max] must be provided');
  const slice = { id: integerOf(id, 'id'), max: integerOf(max, 'max') };
  if (slice.id < 0) throw problem('id', 'id must be greater than or equal to 0');
  if (slice.max <= 1) throw problem('max', 'max must be greater than 1');
  if (slice.id >= slice.max) throw problem('max', 'max must be greater than id');
  return { ...slice, field: field && stringOf(field, 'field') };
}
