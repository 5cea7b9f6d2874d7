import { assert, at } from '../base/assert.ts';
import { shortestFloat } from '../base/double-text.ts';
import type { JsonObject } from '../base/json.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { RawJson } from '../base/write-json.ts';
import type { Yielder } from '../base/yielder.ts';
import { ignoredField } from '../store/ignored-field.ts';
import type { Segment } from '../store/segment.ts';
import type { Fields } from './hit-fields.ts';
import { columnValues, docvaluesOf, fieldsOf } from './hit-fields.ts';
import type { PreparedSearch, PreparedShard } from './prepare-search.ts';
import { scalarText } from './scalar-text.ts';
import type { SearchRequest } from './search-request.ts';
import { filterSource } from './source-filter.ts';
import type { Candidate } from './top-hits.ts';

/** Estimated memory in bytes of a hit without its source. */
const hit_bytes = 512;

/** A hit as answers show it; members that are undefined are not written. */
export type Hit = Readonly<Record<string, unknown>>;

/**
 * Returns the hits of candidates, with the parts that the request selects. Reserves memory for their text, and throws a
 * ServiceError if a format does not fit a field.
 */
export async function hitPage(
  search: PreparedSearch,
  candidates: readonly Candidate[],
  yielder: Yielder,
): Promise<readonly Hit[]> {
  const { source, fields } = search.request;
  const readsSource = source !== false || fields.length > 0;
  const hits: Hit[] = [];
  for (const candidate of candidates) {
    const { view, doc } = candidate;
    // The source is in the text of the answer, and for a moment in a copy of it.
    const length = readsSource ? view.segment.source(doc).length : 0;
    yielder.budget.reserve(hit_bytes + 2 * length);
    hits.push(hitOf(search, candidate));
    const rest = yielder.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  return hits;
}

/**
 * Returns a hit.
 *
 * Clauses: search.hit-index, search.hit-id, search.hit-score, search.hit-source,
 * search.hit-sort-values, search.hit-score-number-without-sort.
 */
function hitOf(search: PreparedSearch, candidate: Candidate): Hit {
  const { request, showsSort } = search;
  const { doc, score, keys } = candidate;
  const { segment } = candidate.view;
  const shard = at(search.shards, candidate.shard);
  const ignored = columnValues(segment, doc, ignoredNames);
  return {
    _index: shard.shard.index.name,
    _id: segment.id(doc),
    _version: request.version ? segment.version(doc) : undefined,
    _seq_no: request.seq_no_primary_term ? segment.sequence(doc) : undefined,
    _primary_term: request.seq_no_primary_term ? 1 : undefined,
    _score: hasScore(search) ? shortestFloat(score) : null,
    _ignored: ignored.length === 0 ? undefined : ignored.map(scalarText),
    _routing: segment.routing(doc),
    _source: shownSource(request, segment, doc),
    fields: fieldsIn(request, shard, { segment, doc }),
    sort: showsSort ? shard.keys.map((key, number) => key.format(at(keys, number))) : undefined,
  };
}

/** True if hits have a score: the search sorts by score, or tracks scores. */
function hasScore({ request, showsSort, entries }: PreparedSearch): boolean {
  return !showsSort || request.track_scores || entries.some(({ field }) => field === '_score');
}

const ignoredNames = { field: ignoredField, format: undefined };

function shownSource({ source }: SearchRequest, segment: Segment, doc: number): unknown {
  if (source === false) return undefined;
  const isWhole = source === true || (source.includes.length === 0 && source.excludes.length === 0);
  return isWhole ? new RawJson(segment.source(doc)) : filterSource(sourceOf(segment, doc), source);
}

function fieldsIn(
  { fields, docvalue_fields }: SearchRequest,
  { shard }: PreparedShard,
  { segment, doc }: { readonly segment: Segment; readonly doc: number },
): Fields | undefined {
  if (fields.length + docvalue_fields.length === 0) return undefined;
  const { mapping } = shard.index;
  const values = {
    ...docvaluesOf({ segment, doc }, mapping, docvalue_fields),
    ...(fields.length === 0 ? {} : fieldsOf(sourceOf(segment, doc), mapping, fields)),
  };
  return Object.keys(values).length === 0 ? undefined : values;
}

function sourceOf(segment: Segment, doc: number): JsonObject {
  const value = parseJson(segment.source(doc));
  assert(isJsonObject(value), 'a stored source is not an object');
  return value;
}
