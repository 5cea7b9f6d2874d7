import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import type { BodyPart } from './body.ts';
import {
  badField,
  booleanOf,
  integerOf,
  membersOf,
  parsingError,
  stringOf,
  token,
  unknownField,
} from './body.ts';
import type { PitReference, Slice } from './search-request.ts';

/**
 * Takes `from`, the number of hits to skip; -1 means that it is not set, and is allowed with `search_after`. Smaller
 * numbers are refused.
 *
 * Clauses: search-after.from-zero, search-after.from-minus-one, search-after.from-below-minus-one-refused.
 */
export function parseFrom(from: number): number {
  if (from < -1) return refuse(`[from] parameter cannot be negative but was [${from}]`);
  return Math.max(0, from);
}

/** Takes the query parameter `from`, in which -1 has no meaning of its own. */
export function parseFromParameter(from: number): number {
  if (from < 0) return refuse(`[from] parameter cannot be negative but was [${from}]`);
  return from;
}

/** Takes `size`: the maximum number of hits, at least 0. */
export function parseSize(size: number): number {
  return size < 0 ? refuse(`[size] parameter cannot be negative, found [${size}]`) : size;
}

/** Takes `terminate_after`: the number of documents after which a shard stops; 0 means never. */
export function terminateAfter(count: number): number {
  return count < 0 ? refuse('terminateAfter must be > 0') : count;
}

/** Reads `search_after`: an array with the sort values at which the page before ended. */
export function parseSearchAfter(part: BodyPart): readonly JsonValue[] {
  const { value } = part;
  if (!Array.isArray(value)) {
    throw parsingError(
      part,
      `Expected [START_ARRAY] in [search_after] but found [${token(value)}]`,
    );
  }
  if (value.length === 0) return refuse('Values must contains at least one value.');
  return value.map((element: JsonValue, at) => {
    if (Array.isArray(element) || isJsonObject(element)) {
      throw parsingError(
        { ...part, value: element, path: [...part.path, at] },
        `Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found [${token(element)}] inside search_after.`,
      );
    }
    return element;
  });
}

/** Takes `track_total_hits`: true, false, or the limit of exact counting; -1 is the same as false. */
export function parseTrackTotalHits(part: BodyPart): boolean | number {
  const { value } = part;
  if (value === true || value === false || value === 'true' || value === 'false') {
    return booleanOf(part, 'track_total_hits');
  }
  const limit = integerOf(part, 'track_total_hits');
  if (limit < -1) {
    return refuse(`[track_total_hits] parameter must be positive or equals to -1, got ${limit}`);
  }
  return limit === -1 ? false : limit;
}

/**
 * Takes `pit`: `{id, keep_alive}`.
 *
 * Clauses: point-in-time.search-without-keep-alive.
 */
export function parsePit(part: BodyPart): PitReference {
  const members = new Map(membersOf(part, 'pit'));
  for (const [name, member] of members) {
    if (name !== 'id' && name !== 'keep_alive') throw unknownField(member, 'pit', name);
  }
  const id = members.get('id');
  const keepAlive = members.get('keep_alive');
  if (id === undefined) return refuse('point in time id is not provided');
  return {
    id: stringOf(id, 'id'),
    keep_alive: keepAlive === undefined ? undefined : stringOf(keepAlive, 'keep_alive'),
  };
}

/**
 * Takes `slice`: `{id, max, field}`, with 0 ≤ id < max and max > 1. Strings are accepted as numbers.
 *
 * Clauses: slice.id-not-below-max, slice.max-of-one.
 */
export function parseSlice(part: BodyPart): Slice {
  const members = new Map(membersOf(part, 'slice'));
  for (const [name, member] of members) {
    if (!['id', 'max', 'field'].includes(name)) throw unknownField(member, 'slice', name);
  }
  const number = (name: string): number => {
    const member = members.get(name);
    if (member === undefined) throw badField(part, ['slice', name], `[${name}] must be provided`);
    return integerOf(member, name);
  };
  const id = number('id');
  const max = number('max');
  const field = members.get('field');
  if (id < 0)
    throw badField(
      members.get('id') ?? part,
      ['slice', 'id'],
      'id must be greater than or equal to 0',
    );
  if (max <= 1)
    throw badField(members.get('max') ?? part, ['slice', 'max'], 'max must be greater than 1');
  if (id >= max)
    throw badField(members.get('max') ?? part, ['slice', 'max'], 'max must be greater than id');
  return { id, max, field: field === undefined ? undefined : stringOf(field, 'field') };
}
