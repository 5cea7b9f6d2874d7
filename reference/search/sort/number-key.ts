import { at } from '../../base/assert.ts';
import type { JsonValue } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { DateField, LeafField } from '../../store/field-type.ts';
import { isDateField } from '../../store/field-type.ts';
import type { Column, FieldReader, NumericColumn, SegmentView } from '../../store/segment.ts';
import { dateValue, showDate } from '../query/date-value.ts';
import { booleanValue, readNumber } from '../query/field-values.ts';
import type { Numeric } from '../query/term-sets.ts';
import type { NumericType, SortEntry, SortMode } from '../search-request.ts';
import type { BoundKey, KeyReader } from './bound-key.ts';
import { badAfter, isMissingNumber, missingNumber, orderOf } from './bound-key.ts';
import { childrenOf } from './nested-values.ts';
import type { Key } from './key.ts';
import { numericWalk } from './view-walks.ts';

/** The floating-point types. */
const fractionalTypes = ['double', 'float', 'half_float', 'scaled_float'];

/** Converts between resolutions: the function, and whether different values have different results. */
interface Conversion {
  readonly keyOf: (value: Numeric) => Numeric;
  readonly isExact: boolean;
}

const unchanged: Conversion = { keyOf: (value) => value, isExact: true };

/**
 * Returns the sort key of a number, boolean or date field.
 *
 * Clauses: search.sort-date-by-instant, search.sort-format, search.sort-format-keeps-nanoseconds,
 * search.sort-numeric-type-order, search.sort-numeric-type-values,
 * search-after.mixed-date-resolutions.
 */
export function numberKey(field: LeafField, entry: SortEntry, now_ms: number): BoundKey {
  const order = orderOf(entry);
  const mode = entry.mode ?? (order.descending ? 'max' : 'min');
  const conversion = conversionOf(field, entry.numeric_type);
  const isWhole = !fractionalTypes.includes(entry.numeric_type ?? field.type);
  const resolution = resolutionOf(field, entry.numeric_type);
  const { format: own, locale } = isDateField(field) ? field : {};
  const format = entry.format ?? own;
  const parse = (value: JsonValue): Numeric => {
    if (field.type === 'boolean') return typeof value === 'number' ? value : booleanValue(value);
    if (resolution === undefined || format === undefined) return readNumber(value);
    if (typeof value === 'string')
      return dateValue(value, { ...dateOptions, type: resolution, format, locale, now_ms });
    return readNumber(value);
  };
  const missing = missingKey(entry, parse);
  const isPlain = entry.nestedPath === undefined && missing === null && conversion.isExact;
  const canWalk = isPlain && (mode === 'min' || mode === 'max');
  return {
    ...order,
    field: entry.field,
    kind: 'number',
    isMapped: true,
    read: (view) => readerOf(view, { field, entry, mode, conversion, missing, isWhole }),
    walk: canWalk
      ? (view) => walkOf(view, field.name, { mode, keyOf: conversion.keyOf })
      : undefined,
    format(key) {
      if (key === null) return entry.format === undefined ? missingNumber(order, isWhole) : null;
      if (typeof key === 'string' || resolution === undefined || entry.format === undefined) {
        return key;
      }
      return showDate(key, { type: resolution, format: entry.format, locale });
    },
    parse(value) {
      if (value === null || value === 'Infinity' || value === '-Infinity') return null;
      const key = attempt(() => parse(value), entry.field);
      return isWhole && isMissingNumber(key, order) ? null : key;
    },
  };
}

const dateOptions = { time_zone: undefined, roundUp: false } as const;

function missingKey(entry: SortEntry, parse: (value: JsonValue) => Numeric): Key {
  const { missing } = entry;
  const isWord = missing === undefined || missing === '_last' || missing === '_first';
  return isWord ? null : parse(missing);
}

function attempt(parse: () => Numeric, field: string): Numeric {
  try {
    return parse();
  } catch (error) {
    if (error instanceof ServiceError) throw badAfter(field);
    throw error;
  }
}

function resolutionOf(
  field: LeafField,
  numericType: NumericType | undefined,
): DateField['type'] | undefined {
  if (!isDateField(field)) return undefined;
  return numericType === 'date' || numericType === 'date_nanos' ? numericType : field.type;
}

function conversionOf(field: LeafField, numericType: NumericType | undefined): Conversion {
  if (numericType === undefined || numericType === field.type) return unchanged;
  if (isDateField(field)) {
    if (numericType === 'date_nanos') {
      return { keyOf: (value) => BigInt(value) * 1_000_000n, isExact: true };
    }
    if (numericType === 'date') {
      return { keyOf: (value) => Number(BigInt(value) / 1_000_000n), isExact: false };
    }
    return unchanged;
  }
  if (numericType === 'double') return { keyOf: Number, isExact: false };
  if (numericType === 'long' && fractionalTypes.includes(field.type)) {
    return { keyOf: (value) => Math.trunc(Number(value)), isExact: false };
  }
  return unchanged;
}

interface ReaderOptions {
  readonly field: LeafField;
  readonly entry: SortEntry;
  readonly mode: SortMode;
  readonly conversion: Conversion;
  readonly missing: Key;
  readonly isWhole: boolean;
}

function readerOf({ segment }: SegmentView, options: ReaderOptions): KeyReader {
  const { field, entry, mode, missing, isWhole } = options;
  const { keyOf } = options.conversion;
  const nested = entry.nestedPath === undefined ? undefined : segment.nested(entry.nestedPath);
  const reader: FieldReader = nested?.fields ?? segment;
  const column = numericOf(reader.column(field.name));
  if (column === undefined) return () => missing;
  if (nested === undefined && (mode === 'min' || mode === 'max')) {
    return singleReader(column, { byGreatest: mode === 'max', keyOf, missing });
  }
  const rows = childrenOf(nested, segment.size);
  return (doc) => {
    const values: Numeric[] = [];
    for (const row of rows(doc)) {
      const end = column.starts[row + 1]!;
      for (let at = column.starts[row]!; at < end; at++) values.push(keyOf(column.values[at]!));
    }
    return values.length === 0 ? missing : combine(values, mode, isWhole);
  };
}

interface SingleOptions {
  readonly byGreatest: boolean;
  readonly keyOf: (value: Numeric) => Numeric;
  readonly missing: Key;
}

function singleReader(column: NumericColumn, options: SingleOptions): KeyReader {
  const { starts, values } = column;
  const { byGreatest, keyOf, missing } = options;
  return (doc) => {
    const start = starts[doc]!;
    const end = starts[doc + 1]!;
    return start === end ? missing : keyOf(values[byGreatest ? end - 1 : start]!);
  };
}

function walkOf(
  { segment }: SegmentView,
  field: string,
  { mode, keyOf }: { readonly mode: SortMode; readonly keyOf: (value: Numeric) => Numeric },
) {
  const column = numericOf(segment.column(field));
  const size = segment.size;
  return column === undefined
    ? undefined
    : numericWalk(column, { size, byGreatest: mode === 'max', keyOf });
}

function numericOf(column: Column | undefined): NumericColumn | undefined {
  return column?.kind === 'numeric' ? column : undefined;
}

/** Combines several values into one key; integers stay integers. */
function combine(values: readonly Numeric[], mode: SortMode, isWhole: boolean): Numeric {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : Number(a > b)));
  const first = at(sorted, 0);
  if (mode === 'min') return first;
  if (mode === 'max') return at(sorted, sorted.length - 1);
  const sum = sorted.reduce<number>((total, value) => total + Number(value), 0);
  if (mode === 'sum') return sum;
  if (mode === 'avg') return round(sum / sorted.length, isWhole);
  const middle = sorted.length >> 1;
  const upper = Number(at(sorted, middle));
  if (sorted.length % 2 === 1) return upper;
  return round((Number(at(sorted, middle - 1)) + upper) / 2, isWhole);
}

function round(value: number, isWhole: boolean): number {
  return isWhole ? Math.round(value) : value;
}
