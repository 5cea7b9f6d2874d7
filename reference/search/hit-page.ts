import { assert, at } from '../base/assert.ts';
import { shortestFloat } from '../base/double-text.ts';
import type { JsonObject } from '../base/json.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import type { Work } from '../base/work.ts';
import type { JsonOutput } from '../base/write-json.ts';
import { DeferredJson } from '../base/write-json.ts';
import type { Yielder } from '../base/yielder.ts';
import { ignoredField } from '../store/ignored-field.ts';
import type { Segment } from '../store/segment.ts';
import type { Fields } from './hit-fields.ts';
import { columnValues, docvaluesOf, fieldsOf } from './hit-fields.ts';
import type { HitMembers } from './hit-members.ts';
import { HitObject, members, WrittenHit } from './hit-members.ts';
import type { PreparedSearch, PreparedShard } from './prepare-search.ts';
import { scalarText } from './scalar-text.ts';
import type { SearchRequest } from './search-request.ts';
import { filterSource } from './source-filter.ts';
import type { Candidate } from './top-hits.ts';

/** Estimated memory in bytes of a hit without its source. */
const hit_bytes = 512;

/** About how many values a hit has without its source. */
const hitSize = 16;

/** Number of hits to read or write between two checks of the clock. */
const batch = 64;

/**
 * Returns the hits of candidates, with the parts that the request selects. Reserves memory for their text, and throws a
 * ServiceError if a format does not fit a field.
 */
export async function hitPage(
  search: PreparedSearch,
  candidates: readonly Candidate[],
  yielder: Yielder,
): Promise<HitPage> {
  const { fields, docvalue_fields } = search.request;
  const selectsFields = fields.length > 0 || docvalue_fields.length > 0;
  const found: (Fields | undefined)[] = [];
  let size = 0;
  for (const candidate of candidates) {
    const length = sourceLength(search, candidate);
    size += hitSize + length / 16;
    // The source is in the text of the answer, and for a moment in a copy of it.
    yielder.budget.reserve(hit_bytes + 2 * length);
    if (!selectsFields) continue;
    found.push(fieldsIn(search.request, at(search.shards, candidate.shard), candidate));
    if (found.length % batch === 0) await yielder.yieldIfDue();
  }
  return new HitPage({ search, candidates, fields: found, size });
}

interface PageParts {
  readonly search: PreparedSearch;
  readonly candidates: readonly Candidate[];
  /** The selected fields of each hit; empty if the request selects none. */
  readonly fields: readonly (Fields | undefined)[];
  readonly size: number;
}

/**
 * The hits of a page. Most pages are written once and never looked at, so their text is written from the segments;
 * objects for it would take more time than all the rest of a large page.
 */
class HitPage extends DeferredJson {
  readonly #parts: PageParts;

  constructor(parts: PageParts) {
    super();
    this.#parts = parts;
  }

  get size(): number {
    return this.#parts.size;
  }

  *writeTo(output: JsonOutput): Work<void> {
    const { search, candidates, fields } = this.#parts;
    const visit = hitVisitor(search);
    const hit = new WrittenHit(output);
    output.text += '[';
    for (let number = 0; number < candidates.length; number++) {
      const candidate = at(candidates, number);
      if (number > 0) output.text += ',';
      visit(candidate, fields[number], hit);
      output.text += '}';
      if (number % batch === batch - 1 || isLarge(search, candidate)) yield;
    }
    output.text += ']';
  }

  value(): readonly object[] {
    const { search, candidates, fields } = this.#parts;
    const visit = hitVisitor(search);
    return candidates.map((candidate, number) => {
      const hit = new HitObject();
      visit(candidate, fields[number], hit);
      return hit.members;
    });
  }
}

/**
 * Returns a function that passes on the members of a hit.
 *
 * Clauses: search.hit-index, search.hit-id, search.hit-score, search.hit-source,
 * search.hit-sort-values, search.hit-score-number-without-sort.
 */
function hitVisitor(
  search: PreparedSearch,
): (candidate: Candidate, fields: Fields | undefined, hit: HitMembers) => void {
  const { request, showsSort } = search;
  const scoreOf = scoreReader(search);
  return (candidate, fields, hit) => {
    const { view, doc } = candidate;
    const { segment } = view;
    const shard = at(search.shards, candidate.shard);
    hit.begin(shard.shard.index.name);
    hit.addString(members.id, segment.ids, doc);
    if (request.version) hit.add(members.version, segment.version(doc));
    if (request.seq_no_primary_term) {
      hit.add(members.sequence, segment.sequence(doc));
      hit.add(members.term, 1);
    }
    hit.add(members.score, scoreOf(candidate.score));
    hit.add(members.ignored, ignoredIn(segment, doc));
    hit.add(members.routing, segment.routing(doc));
    addSource(hit, request, candidate);
    hit.add(members.fields, fields);
    if (showsSort) hit.addKeys(members.sort, shard.keys, candidate.keys);
  };
}

/** Returns the score as hits show it: null if the search sorts by other fields. */
function scoreReader(search: PreparedSearch): (score: number) => number | null {
  if (!hasScore(search)) return () => null;
  let last = NaN;
  let shown = NaN;
  return (score) => {
    // Many hits have the score of the one before.
    if (score !== last) shown = shortestFloat(score);
    last = score;
    return shown;
  };
}

/** True if hits have a score: the search sorts by score, or tracks scores. */
function hasScore({ request, showsSort, entries }: PreparedSearch): boolean {
  return !showsSort || request.track_scores || entries.some(({ field }) => field === '_score');
}

const ignoredNames = { field: ignoredField, format: undefined };

/** Returns the names of the fields whose values were ignored, if there are any. */
function ignoredIn(segment: Segment, doc: number): readonly string[] | undefined {
  const names = columnValues(segment, doc, ignoredNames);
  return names.length === 0 ? undefined : names.map(scalarText);
}

function addSource(hit: HitMembers, { source }: SearchRequest, { view, doc }: Candidate): void {
  if (source === false) return;
  const { segment } = view;
  if (source === true || (source.includes.length === 0 && source.excludes.length === 0)) {
    hit.addJson(members.source, segment.sources, doc);
  } else {
    hit.add(members.source, filterSource(sourceOf(segment, doc), source));
  }
}

function fieldsIn(
  { fields, docvalue_fields }: SearchRequest,
  { shard }: PreparedShard,
  { view, doc }: Candidate,
): Fields | undefined {
  const { mapping } = shard.index;
  const { segment } = view;
  const values = {
    ...docvaluesOf({ segment, doc }, mapping, docvalue_fields),
    ...(fields.length === 0 ? {} : fieldsOf(sourceOf(segment, doc), mapping, fields)),
  };
  return Object.keys(values).length === 0 ? undefined : values;
}

/** True if a source is so long that writing 64 of them takes several milliseconds. */
function isLarge(search: PreparedSearch, candidate: Candidate): boolean {
  return sourceLength(search, candidate) > 2 ** 16;
}

/** Returns the length of a source in bytes; 0 if the request reads none. */
function sourceLength({ request }: PreparedSearch, { view, doc }: Candidate): number {
  if (request.source === false && request.fields.length === 0) return 0;
  const { starts } = view.segment.sources;
  return at(starts, doc + 1) - at(starts, doc);
}

function sourceOf(segment: Segment, doc: number): JsonObject {
  const value = parseJson(segment.source(doc));
  assert(isJsonObject(value), 'a stored source is not an object');
  return value;
}
