import { assert, at } from '../base/assert.ts';
import { shortestFloat } from '../base/double-text.ts';
import type { JsonObject } from '../base/json.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { RawJson } from '../base/write-json.ts';
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

const noSource = new RawJson('');

/** Fetches the hits of candidates, with the parts that the request selects. */
export async function fetchHits(
  search: PreparedSearch,
  candidates: readonly Candidate[],
  yielder: Yielder,
): Promise<readonly Hit[]> {
  const hits: Hit[] = [];
  const reads = readsSource(search);
  for (const candidate of candidates) {
    const source = reads ? candidate.view.segment.rawSource(candidate.doc) : noSource;
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
function fetchHit(search: PreparedSearch, candidate: Candidate, source: RawJson): Hit {
  const { request, showsSort } = search;
  const { shard, keys } = at(search.shards, candidate.shard);
  const { segment } = candidate.view;
  const { doc } = candidate;
  return {
    _index: shard.index.name,
    _id: segment.id(doc),
    _version: request.version ? segment.version(doc) : undefined,
    _seq_no: request.seq_no_primary_term ? segment.sequence(doc) : undefined,
    _primary_term: request.seq_no_primary_term ? 1 : undefined,
    _score: hasScore(search) ? shortestFloat(candidate.score) : null,
    _ignored: ignoredIn(segment, doc),
    _routing: segment.routing(doc),
    _source: sourceOf(request, source),
    fields: valuesOf(request, { shard, candidate, source }),
    sort: showsSort ? keys.map((key, number) => key.format(at(candidate.keys, number))) : undefined,
  };
}

const ignoredNames = { field: ignoredField, format: undefined };

/** Returns the names of the fields whose values were ignored, if there are any. */
function ignoredIn(segment: Segment, doc: number): Hit['_ignored'] {
  const names = columnValues(segment, doc, ignoredNames);
  return names.length === 0 ? undefined : names.map(scalarText);
}

/** True if hits have a score: the search sorts by score, or tracks scores. */
function hasScore({ request, showsSort, entries }: PreparedSearch): boolean {
  return !showsSort || request.track_scores || entries.some(({ field }) => field === '_score');
}

function readsSource({ request }: PreparedSearch): boolean {
  return request.source !== false || request.fields.length > 0;
}

function sourceOf({ source }: SearchRequest, stored: RawJson): Hit['_source'] {
  if (source === false) return undefined;
  if (source === true || (source.includes.length === 0 && source.excludes.length === 0)) {
    return stored;
  }
  return filterSource(objectOf(stored), source);
}

interface FetchedHit {
  readonly shard: PreparedShard['shard'];
  readonly candidate: Candidate;
  readonly source: RawJson;
}

function valuesOf(
  { fields, docvalue_fields }: SearchRequest,
  { shard, candidate, source }: FetchedHit,
): Hit['fields'] {
  if (fields.length === 0 && docvalue_fields.length === 0) return undefined;
  const { mapping } = shard.index;
  const { segment } = candidate.view;
  const values = {
    ...docvaluesOf({ segment, doc: candidate.doc }, mapping, docvalue_fields),
    ...(fields.length === 0 ? {} : fieldsOf(objectOf(source), mapping, fields)),
  };
  return Object.keys(values).length === 0 ? undefined : values;
}

function objectOf({ text }: RawJson): JsonObject {
  const value = parseJson(text);
  assert(isJsonObject(value), 'a stored source is not an object');
  return value;
}
