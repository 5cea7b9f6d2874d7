import { at } from '../base/assert.ts';
import { shortestFloat } from '../base/double-text.ts';
import type { JsonValue } from '../base/json.ts';
import { showJson } from '../base/json.ts';
import { lazily } from '../base/lazily.ts';
import type { Yielder } from '../base/yielder.ts';
import { ignoredField } from '../store/ignored-field.ts';
import type { Segment } from '../store/segment.ts';
import type { Candidate } from './collect-hits.ts';
import { shownSource } from './filter-source.ts';
import type { PreparedSearch } from './prepare-search.ts';
import { refuse } from '../base/service-error.ts';
import { newMatchBudget } from '../base/wildcard.ts';
import type { LeafField } from '../store/field-type.ts';
import { isDateField, isRangeField } from '../store/field-type.ts';
import { decodeIp } from '../store/ip.ts';
import type { Mapping } from '../store/mapping.ts';
import type { Bounds, IndexValue } from '../store/parsed-document.ts';
import { showDate } from './query/field-values.ts';
import type { FieldRequest } from './search-request.ts';
import { valuesWithin } from './sort/bound-key.ts';

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
    await yielder.yieldIfDue();
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

/** Values of fields by their names. */
type Fields = Readonly<Record<string, readonly JsonValue[]>>;

/** A field that a search asks for, and the format of its values. */
interface RequestedField {
  readonly field: LeafField;
  readonly format?: string | undefined;
}

/** The fields that a search asks for, by their names. */
type RequestedFields = ReadonlyMap<string, RequestedField>;

/**
 * Returns the fields that a search asks for; a later request replaces an earlier one for the same name. Throws
 * illegal_argument_exception if a format is given for a field whose values are not dates.
 */
function requestedFields(requests: readonly FieldRequest[], mapping: Mapping): RequestedFields {
  const found = new Map<string, RequestedField>();
  const budget = newMatchBudget();
  for (const { field: pattern, format } of requests) {
    for (const name of mapping.matching(pattern, budget)) {
      const field = mapping.field(name);
      if (field === undefined) continue;
      if (format !== undefined && !isDateField(field)) {
        refuse(`Field [${name}] of type [${field.type}] doesn't support formats.`);
      }
      found.set(name, { field, format });
    }
  }
  return found;
}

/** Returns the values of `fields` of one document: all that were sent or copied, as they are read by the types of the fields. */
function fieldsOf(segment: Segment, doc: number, requested: RequestedFields): Fields {
  return foundIn(requested, ({ field, format }) => {
    const isFloat = field.type === 'float' || field.type === 'half_float';
    const values = valuesWithin(segment, field.nestedPath, ({ values }) => values(field.name))(doc);
    return values.map((value) =>
      isFloat ? shortestFloat(Number(value)) : shownValue(value, field, format),
    );
  });
}

/** Returns the values of `docvalue_fields` from the columns: sorted, keyword values without duplicates. */
function docvaluesOf(segment: Segment, doc: number, requested: RequestedFields): Fields {
  return foundIn(requested, (field) => columnValues(segment, doc, field));
}

/** Returns the values of those fields that have some. */
function foundIn(
  fields: RequestedFields,
  valuesOf: (field: RequestedField) => readonly JsonValue[],
): Fields {
  const found = Array.from(fields, ([name, field]) => [name, valuesOf(field)] as const);
  return Object.fromEntries(found.filter(([, values]) => values.length > 0));
}

/** Returns the values of a field of one document from its column, as hits show them. */
function columnValues(
  segment: Segment,
  doc: number,
  { field, format }: RequestedField,
): readonly JsonValue[] {
  const values = segment.column(field.name)?.(doc) ?? [];
  return values.map((value) => shownValue(value, field, format));
}

function shownValue(value: IndexValue, field: LeafField, format: string | undefined): JsonValue {
  if (typeof value === 'object') return shownRange(value, field);
  if (typeof value === 'string') return field.type.startsWith('ip') ? decodeIp(value) : value;
  if (field.type === 'boolean') return value === 1;
  return isDateField(field) ? showDate(value, { ...field, format: format ?? field.format }) : value;
}

/** Returns a range with the ends that it has, both included. */
function shownRange({ gte, lte }: Bounds, field: LeafField): JsonValue {
  const ends = Object.entries({ gte, lte }).filter(([, end]) => Math.abs(Number(end)) !== Infinity);
  const isDate = isRangeField(field) && field.type === 'date_range';
  return Object.fromEntries(
    ends.map(([name, end]) => [
      name,
      isDate
        ? showDate(Number(end), { type: 'date', format: field.format })
        : shownValue(end, field, undefined),
    ]),
  );
}
