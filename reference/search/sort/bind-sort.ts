import { defaultDateFormat } from '../../base/dates/named-formats.ts';
import { shortestFloat } from '../../base/double-text.ts';
import type { JsonValue } from '../../base/json.ts';
import { showJson } from '../../base/json.ts';
import { compareCodePoints } from '../../base/order.ts';
import { refuse } from '../../base/service-error.ts';
import type { LeafField } from '../../store/field-type.ts';
import { isDateField, isNumberField } from '../../store/field-type.ts';
import { ignoredField } from '../../store/ignored-field.ts';
import { decodeIp } from '../../store/ip.ts';
import { readIp } from '../../store/values/read-value.ts';
import { queryError } from '../query/weight.ts';
import type { SortEntry } from '../search-request.ts';
import type { IndexView } from '../shard-target.ts';
import type { BoundKey, Key } from './bound-key.ts';
import {
  badAfter,
  missingOf,
  noFielddata,
  orderOf,
  positionOf,
  valuesWithin,
} from './bound-key.ts';
import { numberKey } from './number-key.ts';

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
      return wordKey(entry, (view) => (doc) => view.segment.id(doc));
    case '_index':
      return wordKey(entry, () => () => scope.index.name);
    case '_seq_no':
      return plainNumberKey(entry, (view) => (doc) => view.segment.sequence(doc));
    default:
      return mappedKey(entry, scope);
  }
}

function mappedKey(entry: SortEntry, scope: SortScope): BoundKey {
  const { index } = scope;
  const field = index.mapping.field(entry.field);
  if (field === undefined) return unmappedKey(entry, scope);
  if (field.type === 'text' || !field.doc_values) {
    throw noFielddata(entry.field, field.type, index.name);
  }
  // Objects of a nested field are sorted by only if the entry names the field.
  if (field.nestedPath !== undefined && entry.nestedPath === undefined) {
    throw queryError(
      scope,
      `it is mandatory to set the [nested] context on the nested sort field: [${entry.field}].`,
    );
  }
  return fieldKey(entry, field, scope);
}

/** Sorts by a field that the index does not have as by one of the given type without values. */
function unmappedKey(entry: SortEntry, scope: SortScope): BoundKey {
  const { field: name, unmapped_type: type } = entry;
  if (type === undefined) {
    throw queryError(scope, `No mapping found for [${name}] in order to sort on`);
  }
  checkFormat(entry, type);
  const field = { ...ignoredField, name, type, format: defaultDateFormat } as unknown as LeafField;
  const key = isWord(field) ? stringKey(field, entry) : numberKey(field, entry, scope.now_ms);
  return { ...key, isMapped: false };
}

function fieldKey(entry: SortEntry, field: LeafField, scope: SortScope): BoundKey {
  const { type } = field;
  const { numeric_type, mode } = entry;
  checkFormat(entry, type);
  if (isNumberField(field) || isDateField(field) || type === 'boolean') {
    return numberKey(field, entry, scope.now_ms);
  }
  if (numeric_type !== undefined) {
    throw queryError(
      scope,
      `[numeric_type] option cannot be set on a non-numeric field, got ${type}`,
    );
  }
  if (mode !== undefined && mode !== 'min' && mode !== 'max') {
    throw queryError(scope, 'we only support AVG, MEDIAN and SUM on number based fields');
  }
  if (isWord(field)) return stringKey(field, entry);
  return refuse(`Sorting by range field [${entry.field}] is not supported`);
}

function isWord({ type }: LeafField): boolean {
  return type === 'keyword' || type === 'ip';
}

/** Only dates are shown in a format of the entry. */
function checkFormat({ field, format }: SortEntry, type: string): void {
  if (format === undefined || type === 'date' || type === 'date_nanos') return;
  if (!['boolean', 'keyword', 'ip'].includes(type)) {
    refuse('require a date_time formatter; got [decimal]');
  }
  refuse(`Field [${field}] of type [${type}] does not support custom formats`);
}

/**
 * Returns the sort key of a keyword or ip field, in the order of code points or addresses.
 *
 * Clauses: search.sort-keyword.
 */
function stringKey(field: LeafField, entry: SortEntry): BoundKey {
  const order = orderOf(entry);
  const byGreatest = entry.mode === undefined ? order.descending : entry.mode === 'max';
  const isIp = field.type === 'ip';
  const parse = isIp ? readIp : showJson;
  const replacement = missingOf(entry, parse);
  return {
    ...order,
    field: entry.field,
    kind: 'string',
    isMapped: true,
    read(view) {
      const valuesOf = valuesWithin(view.segment, entry.nestedPath, ({ column }) =>
        column(field.name),
      );
      return (doc) => {
        const terms = valuesOf(doc).map(String).sort(compareCodePoints);
        return terms.at(byGreatest ? -1 : 0) ?? replacement;
      };
    },
    format: (key) => (isIp && typeof key === 'string' ? decodeIp(key) : key),
    parse(value) {
      if (value === null) return null;
      if (typeof value === 'object') throw badAfter(entry.field);
      return parse(value);
    },
  };
}

/** Scores are 32-bit floats, shown with as few digits as these need. */
function scoreKey(entry: SortEntry): BoundKey {
  const key = plainNumberKey(entry, () => (_, score) => score);
  return {
    ...key,
    format: (score) => (typeof score === 'number' ? shortestFloat(score) : score),
    parse: (value) => Math.fround(Number(key.parse(value))),
  };
}

/**
 * Returns the key of the position of a document: its shard, then its place there.
 * Clauses: scroll.sort-by-doc, point-in-time.shard-doc-ascending, point-in-time.shard-doc-descending,
 * point-in-time.shard-doc-walk-without-total.
 */
function positionKey(entry: SortEntry, shard: number): BoundKey {
  return plainNumberKey(entry, (view) => (doc) => positionOf(shard, view.base + doc));
}

function plainNumberKey(entry: SortEntry, read: BoundKey['read']): BoundKey {
  return {
    ...metadataKey(entry, read),
    kind: 'number',
    parse(value) {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number === 'bigint') return number;
      if (typeof number !== 'number' || Number.isNaN(number)) throw badAfter(entry.field);
      return number;
    },
  };
}

function wordKey(entry: SortEntry, read: BoundKey['read']): BoundKey {
  return {
    ...metadataKey(entry, read),
    kind: 'string',
    parse(value) {
      if (value === null || typeof value === 'object') throw badAfter(entry.field);
      return showJson(value);
    },
  };
}

function metadataKey(entry: SortEntry, read: BoundKey['read']) {
  const format = (key: Key): JsonValue => key;
  return { ...orderOf(entry), field: entry.field, isMapped: true, read, format };
}
