import { shortestFloat } from '../../base/double-text.ts';
import type { JsonValue } from '../../base/json.ts';
import { scalarText } from '../scalar-text.ts';
import { ServiceError, refuse } from '../../base/service-error.ts';
import type { LeafField } from '../../store/field-type.ts';
import { isDateField, isNumberField } from '../../store/field-type.ts';
import type { SegmentView } from '../../store/segment.ts';
import type { SortEntry } from '../search-request.ts';
import type { IndexView } from '../shard-target.ts';
import type { BoundKey, KeyReader, Key } from './bound-key.ts';
import {
  badAfter,
  missingNumber,
  missingOf,
  noFielddata,
  orderOf,
  shownNumber,
  positionOf,
} from './bound-key.ts';
import { readNumber } from '../query/field-values.ts';
import { limitsOf, numberKey, sortedAs } from './number-key.ts';
import { stringKey } from './string-key.ts';

/** The index and the number of the shard that a sort entry is bound to. */
export interface SortScope {
  readonly index: IndexView;
  readonly shard: number;
  readonly now_ms: number;
}

/**
 * search.sort-options: prepares a sort entry for one shard. Throws a ServiceError if the field is unmapped or has no
 * doc values.
 */
export function bindSort(entry: SortEntry, scope: SortScope): BoundKey {
  switch (entry.field) {
    case '_score':
      return scoreKey(entry);
    case '_doc':
    // point-in-time.shard-doc-without-point-in-time: it sorts outside a point in time, too.
    case '_shard_doc':
      return positionKey(entry, scope.shard);
    case '_id':
      return wordKey(
        entry,
        ({ segment }) =>
          (doc) =>
            segment.id(doc),
      );
    case '_index':
      return wordKey(entry, () => () => scope.index.name);
    case '_seq_no':
      return sequenceKey(entry);
    default:
      return fieldKey(entry, scope);
  }
}

function fieldKey(entry: SortEntry, { index, now_ms }: SortScope): BoundKey {
  const field = index.mapping.field(entry.field);
  if (field === undefined) return unmappedKey(entry, index);
  if (field.type === 'text' || !field.doc_values) {
    throw noFielddata(entry.field, field.type, index.name);
  }
  checkNested(entry, field, index);
  checkFormat(entry, field.type);
  if (isNumberField(field) || isDateField(field) || field.type === 'boolean') {
    return numberKey(field, entry, now_ms);
  }
  checkWordOptions(entry, field.type, index);
  if (field.type === 'keyword' || field.type === 'ip') return stringKey(field, entry);
  return refuse(`Sorting by range field [${entry.field}] is not supported`);
}

const dateTypes = new Set(['date', 'date_nanos']);
const wordTypes = new Set(['boolean', 'keyword', 'ip']);

/** Only dates are shown in a format of the entry. */
function checkFormat({ field, format }: SortEntry, type: string): void {
  if (format === undefined || dateTypes.has(type)) return;
  if (!wordTypes.has(type)) refuse('require a date_time formatter; got [decimal]');
  refuse(`Field [${field}] of type [${type}] does not support custom formats`);
}

function checkWordOptions({ mode, numeric_type }: SortEntry, type: string, index: IndexView): void {
  if (numeric_type !== undefined) {
    const reason = `[numeric_type] option cannot be set on a non-numeric field, got ${type}`;
    throw sortError(index, reason);
  }
  if (mode !== undefined && mode !== 'min' && mode !== 'max') {
    throw sortError(index, 'we only support AVG, MEDIAN and SUM on number based fields');
  }
}

/** Objects of a nested field are sorted by only if the entry names the field. */
function checkNested({ field, nestedPath }: SortEntry, leaf: LeafField, index: IndexView): void {
  if (leaf.nestedPath === undefined || nestedPath !== undefined) return;
  throw sortError(
    index,
    `it is mandatory to set the [nested] context on the nested sort field: [${field}].`,
  );
}

function sortError({ name, uuid }: IndexView, reason: string): ServiceError {
  return new ServiceError('query_shard_exception', reason, {
    metadata: { index_uuid: uuid, index: name },
  });
}

function unmappedKey(entry: SortEntry, index: IndexView): BoundKey {
  if (entry.unmapped_type === undefined) {
    throw sortError(index, `No mapping found for [${entry.field}] in order to sort on`);
  }
  checkFormat(entry, entry.unmapped_type);
  const isWord = entry.unmapped_type === 'keyword' || entry.unmapped_type === 'ip';
  const order = orderOf(entry);
  const replacement = missingOf<Key>(entry, isWord ? scalarText : readNumber);
  const type = sortedAs(entry.unmapped_type, entry.numeric_type);
  const limit = isWord ? null : missingNumber(order, limitsOf(type));
  const missing = replacement ?? limit;
  const showsKey = replacement !== null || entry.format === undefined;
  return {
    ...order,
    field: entry.field,
    kind: isWord ? 'string' : 'number',
    isMapped: false,
    read: () => () => missing,
    format: (key) => (showsKey ? shownKey(key) : null),
    parse: () => missing,
  };
}

function shownKey(key: Key): JsonValue {
  return key === null || typeof key === 'string' ? key : shownNumber(key);
}

/** Scores are 32-bit floats, shown with as few digits as these need. */
function scoreKey(entry: SortEntry): BoundKey {
  const parse = numberParser(entry.field);
  return {
    ...special(entry),
    kind: 'number',
    read: () => (_, score) => score,
    format: (key) => (typeof key === 'number' ? shortestFloat(key) : key),
    parse: (value) => Math.fround(Number(parse(value))),
  };
}

/**
 * Returns the key of the position of a document: its shard, then its place there.
 * Clauses: scroll.sort-by-doc, point-in-time.shard-doc-ascending, point-in-time.shard-doc-descending,
 * point-in-time.shard-doc-walk-without-total.
 */
function positionKey(entry: SortEntry, shard: number): BoundKey {
  return {
    ...special(entry),
    kind: 'number',
    read: positionReader(shard),
    parse: numberParser(entry.field),
  };
}

function positionReader(shard: number): (view: SegmentView) => KeyReader {
  return ({ base }) =>
    (doc) =>
      positionOf(shard, base + doc);
}

function sequenceKey(entry: SortEntry): BoundKey {
  return {
    ...special(entry),
    kind: 'number',
    read:
      ({ segment }) =>
      (doc) =>
        segment.sequence(doc),
    parse: numberParser(entry.field),
  };
}

function wordKey(entry: SortEntry, read: (view: SegmentView) => KeyReader): BoundKey {
  return {
    ...special(entry),
    kind: 'string',
    read,
    parse(value) {
      if (value === null || typeof value === 'object') throw badAfter(entry.field);
      return scalarText(value);
    },
  };
}

function special(entry: SortEntry) {
  return {
    ...orderOf(entry),
    field: entry.field,
    isMapped: true,
    format: (key: Key): JsonValue => key,
  };
}

function numberParser(field: string): (value: JsonValue) => Key {
  return (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'bigint') return number;
    if (typeof number !== 'number' || Number.isNaN(number)) throw badAfter(field);
    return number;
  };
}
