import { at } from '../base/assert.ts';
import { shortestFloat } from '../base/double-text.ts';
import { showJson } from '../base/json.ts';
import { lazily } from '../base/lazily.ts';
import type { Yielder } from '../base/yielder.ts';
import { ignoredField } from '../store/ignored-field.ts';
import type { Segment } from '../store/segment.ts';
import type { Candidate } from './collect-hits.ts';
import { shownSource } from './filter-source.ts';
import type { Fields, RequestedFields } from './hit-fields.ts';
import { columnValues, docvaluesOf, fieldsOf, requestedFields } from './hit-fields.ts';
import type { PreparedSearch } from './prepare-search.ts';

/** Estimated memory in bytes of a hit without its source. */
const hit_bytes = 512;

/** Estimated memory in bytes of a sort value as text. */
const key_bytes = 64;

/** Estimated memory in bytes of a field that is asked for, once for each index. */
const field_bytes = 256;

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
  const { source, fields, docvalue_fields } = search.request;
  const wanted = search.shards.map(({ shard }) =>
    lazily((): WantedFields => {
      const { mapping } = shard.index;
      const found = {
        fields: requestedFields(fields, mapping),
        docvalues: requestedFields(docvalue_fields, mapping),
      };
      yielder.budget.reserve(field_bytes * (found.fields.size + found.docvalues.size));
      return found;
    }),
  );
  const readsSource = source !== false || fields.length > 0;
  const hits: Hit[] = [];
  for (const candidate of candidates) {
    const { view, doc } = candidate;
    // The source is in the text of the answer, and for a moment in a copy of it.
    const length = readsSource ? view.segment.source(doc).length : 0;
    yielder.budget.reserve(hit_bytes + 2 * length + key_bytes * candidate.keys.length);
    hits.push(hitOf(search, candidate, at(wanted, candidate.shard)()));
    const rest = yielder.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  return hits;
}

/** The fields that hits of one shard show beside their source. */
interface WantedFields {
  readonly fields: RequestedFields;
  readonly docvalues: RequestedFields;
}

/**
 * Returns a hit.
 *
 * Clauses: search.hit-index, search.hit-id, search.hit-score, search.hit-source,
 * search.hit-sort-values, search.hit-score-number-without-sort.
 */
function hitOf(search: PreparedSearch, candidate: Candidate, wanted: WantedFields): Hit {
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
    _ignored: ignored.length === 0 ? undefined : ignored.map(showJson),
    _routing: segment.routing(doc),
    _source: shownSource(segment.source(doc), request.source),
    fields: fieldsIn(segment, doc, wanted),
    sort: showsSort ? shard.keys.map((key, number) => key.format(at(keys, number))) : undefined,
  };
}

/** True if hits have a score: the search sorts by score, or tracks scores. */
function hasScore({ request, showsSort, entries }: PreparedSearch): boolean {
  return !showsSort || request.track_scores || entries.some(({ field }) => field === '_score');
}

const ignoredNames = { field: ignoredField };

function fieldsIn(
  segment: Segment,
  doc: number,
  { fields, docvalues }: WantedFields,
): Fields | undefined {
  const values = {
    ...docvaluesOf(segment, doc, docvalues),
    ...fieldsOf(segment, doc, fields),
  };
  return Object.keys(values).length === 0 ? undefined : values;
}
