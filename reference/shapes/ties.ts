import type { Environment } from '../base/environment.ts';
import { at } from '../base/assert.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { eachHit, editingHits, editSort, isSearch } from './searches.ts';
import type { Handler, Shape } from './shape.ts';

/** A sort entry that breaks ties, and the value behind all of its values, so that `search_after` skips ties. */
interface TieBreaker {
  readonly entry: JsonValue;
  readonly end: JsonValue;
}

const lastWrittenFirst: TieBreaker = { entry: { _seq_no: 'desc' }, end: -1 };

const breakers: readonly TieBreaker[] = [
  lastWrittenFirst,
  { entry: { _seq_no: 'asc' }, end: Number.MAX_SAFE_INTEGER },
  { entry: { _id: 'desc' }, end: '' },
  { entry: { _id: 'asc' }, end: '\u{10ffff}' },
];

/** The shape in which the document written last is the first of equal hits. */
export function tiesReversed(): Shape {
  return breakingTies(() => lastWrittenFirst);
}

/** The shape that orders equal hits differently in each search. A scroll keeps its order. */
export function tiesRandom(environment: Environment): Shape {
  return breakingTies(() => at(breakers, at(environment.randomBytes(1), 0) % breakers.length));
}

/** Adds an entry to each sort outside points in time, and takes its value from the hits of the answer. */
function breakingTies(choose: () => TieBreaker): Shape {
  const { handler: cutting } = editingHits((hits) => ({
    ...hits,
    hits: eachHit(hits['hits'], (hit) => {
      const { sort } = hit;
      return Array.isArray(sort) ? { ...hit, sort: sort.slice(0, -1) } : hit;
    }),
  }));
  return {
    handler(handle, id): Handler {
      if (!isSearch(id) || cutting === undefined) return handle;
      const cut = cutting(handle, id);
      return (request, service) => {
        const json = request.body?.json();
        if (isJsonObject(json) && json['pit'] !== undefined) return handle(request, service);
        const { entry, end } = choose();
        const body = editSort(request.body, (entries, { search_after: after }) => ({
          sort: [...entries, entry],
          ...(Array.isArray(after) ? { search_after: [...after, end] } : {}),
        }));
        // The pages of a scroll have the sort of its first request.
        return cut({ ...request, body }, service);
      };
    },
  };
}
