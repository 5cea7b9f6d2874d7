import { assert, at } from '../base/assert.ts';
import { shortestFloat } from '../base/double-text.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { RawJson, isJsonObject, parseJson } from '../base/json.ts';
import type { Segment } from '../store/segment.ts';
import { ignoredField } from '../store/ignored-field.ts';
import { columnValues, docvaluesOf, fieldsOf } from './hit-fields.ts';
import { scalarText } from './scalar-text.ts';
import type { Yielder } from '../base/yielder.ts';
import type { PreparedSearch, PreparedShard } from './prepare-search.ts';
import type { SearchRequest } from './search-request.ts';
import type { Hit } from './search-result.ts';
import { filterSource } from './source-filter.ts';
import type { Candidate } from './top-hits.ts';

/** Estimated memory in bytes of a hit without its source. */
const hit_bytes = 512;

/** Number of hits to fetch between two checks of the clock. */
const batch = 64;

/** Fetches the hits of candidates, with the parts that the request selects. */
export async function fetchHits(
  search: PreparedSearch,
  candidates: readonly Candidate[],
  yielder: Yielder,
): Promise<readonly Hit[]> {
  const hits: Hit[] = [];
  for (const candidate of candidates) {
    const source = readsSource(search) ? candidate.view.segment.source(candidate.doc) : '';
    // The source is in memory once, and again in the text of the answer.
    yielder.budget.reserve(hit_bytes + 2 * source.length);
    hits.push(fetchHit(search, candidate, source));
    if (hits.length % batch === 0) await yielder.yieldIfDue();
  }
  return hits;
}

/**
 * Returns the members of a hit; `_score` is null if the search sorts by other fields.
 *
 * Clauses: search.hit-index, search.hit-id, search.hit-score, search.hit-source,
 * search.hit-sort-values, search.hit-score-number-without-sort.
 */
function fetchHit(search: PreparedSearch, candidate: Candidate, source: string): Hit {
  const { request, showsSort } = search;
  const { shard, keys } = at(search.shards, candidate.shard);
  const { segment } = candidate.view;
  const { doc } = candidate;
  const routing = segment.routing(doc);
  return {
    _index: shard.index.name,
    _id: segment.id(doc),
    ...(request.version ? { _version: segment.version(doc) } : {}),
    ...(request.seq_no_primary_term ? { _seq_no: segment.sequence(doc), _primary_term: 1 } : {}),
    _score: hasScore(search) ? shortestFloat(candidate.score) : null,
    ...ignoredIn(segment, doc),
    ...(routing === undefined ? {} : { _routing: routing }),
    ...sourceOf(request, source),
    ...valuesOf(request, { shard, candidate, source }),
    ...(showsSort
      ? { sort: keys.map((key, number) => key.format(at(candidate.keys, number))) }
      : {}),
  };
}

/** Returns the names of the fields whose values were ignored, if there are any. */
function ignoredIn(segment: Segment, doc: number): Pick<Hit, '_ignored'> {
  const names = columnValues(segment, doc, { field: ignoredField, format: undefined });
  return names.length === 0 ? {} : { _ignored: names.map(scalarText) };
}

/** True if hits have a score: the search sorts by score, or tracks scores. */
function hasScore({ request, showsSort, entries }: PreparedSearch): boolean {
  return !showsSort || request.track_scores || entries.some(({ field }) => field === '_score');
}

function readsSource({ request }: PreparedSearch): boolean {
  return request.source !== false || request.fields.length > 0;
}

function sourceOf(
  { source }: SearchRequest,
  text: string,
): { readonly _source?: RawJson | JsonValue } {
  if (source === false) return {};
  if (source === true || (source.includes.length === 0 && source.excludes.length === 0)) {
    return { _source: new RawJson(text) };
  }
  return { _source: filterSource(objectOf(text), source) };
}

interface FetchedHit {
  readonly shard: PreparedShard['shard'];
  readonly candidate: Candidate;
  /** The text of its source. */
  readonly source: string;
}

function valuesOf(
  { fields, docvalue_fields }: SearchRequest,
  { shard, candidate, source }: FetchedHit,
): Pick<Hit, 'fields'> {
  if (fields.length === 0 && docvalue_fields.length === 0) return {};
  const { mapping } = shard.index;
  const { segment } = candidate.view;
  const values = {
    ...docvaluesOf({ segment, doc: candidate.doc }, mapping, docvalue_fields),
    ...(fields.length === 0 ? {} : fieldsOf(objectOf(source), mapping, fields)),
  };
  return Object.keys(values).length === 0 ? {} : { fields: values };
}

function objectOf(text: string): JsonObject {
  const value = parseJson(text);
  assert(isJsonObject(value), 'a stored source is not an object');
  return value;
}
