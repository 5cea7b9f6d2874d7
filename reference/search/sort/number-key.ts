import { shortestFloat } from '../../base/double-text.ts';
import type { JsonValue } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { DateField, LeafField } from '../../store/field-type.ts';
import { isDateField } from '../../store/field-type.ts';
import type { Numeric } from '../query/field-values.ts';
import { dateValue, showDate, booleanValue, readNumber } from '../query/field-values.ts';
import type { NumericType, SortEntry } from '../search-request.ts';
import type { BoundKey, NumberLimits } from './bound-key.ts';
import {
  badAfter,
  fractionLimits,
  integerLimits,
  longLimits,
  missingNumber,
  missingOf,
  nanosLimits,
  orderOf,
  shownNumber,
  unsignedLimits,
} from './bound-key.ts';
import { readerOf } from './number-reader.ts';

/** The floating-point types. */
const fractionalTypes = ['double', 'float', 'half_float', 'scaled_float'];

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
  const keyOf = conversionOf(field, entry.numeric_type);
  const type = sortedAs(field.type, entry.numeric_type);
  const limits = limitsOf(type);
  const isWhole = limits !== fractionLimits;
  const resolution = resolutionOf(field, entry.numeric_type);
  const parse = parserOf(field, { entry, resolution, now_ms });
  const limit = missingNumber(order, limits);
  const replacement = missingOf(entry, readNumber);
  const missing = replacement ?? limit;
  return {
    ...order,
    field: entry.field,
    kind: 'number',
    isMapped: true,
    isNullRefused: entry.format === undefined,
    read: (view) => readerOf(view, { field, entry, mode, keyOf, missing, isWhole }),
    format(key) {
      if (key === null || typeof key === 'string') return key;
      if (!isWhole) return shownFraction(key, type);
      if (resolution === undefined || entry.format === undefined) return key;
      if (isDateless(key, resolution)) return null;
      const { locale } = isDateField(field) ? field : {};
      return showDate(key, { type: resolution, format: entry.format, locale });
    },
    parse(value) {
      if (value === null) return missing;
      if (value === 'Infinity' || value === '-Infinity') return Number(value);
      const key = attempt(() => parse(value), entry.field);
      if (!isWhole || replacement !== null) return key;
      if (limits === integerLimits && isBeyond(key, limits)) throw badAfter(entry.field);
      return within(key, limits);
    },
  };
}

/** Returns the type by whose limits missing values are sorted. */
export function sortedAs(type: string, numericType: NumericType | undefined): string {
  return type === 'unsigned_long' && numericType !== 'double' ? type : (numericType ?? type);
}

/** True for the limits of longs, which are no dates; documents without nanoseconds are sorted as those of 1970. */
function isDateless(key: Numeric, resolution: DateField['type']): boolean {
  const { least, greatest } = resolution === 'date' ? longLimits : nanosLimits;
  return key >= greatest || (resolution === 'date' && key <= least);
}

/** Returns the number, or the limit of longs that a client has rounded to a number beyond. */
function within(key: Numeric, { greatest }: NumberLimits): Numeric {
  if (key > greatest && Number(key) === Number(greatest)) return greatest;
  return key < longLimits.least && Number(key) === Number(longLimits.least)
    ? longLimits.least
    : key;
}

interface ParserOptions {
  readonly entry: SortEntry;
  readonly resolution: DateField['type'] | undefined;
  readonly now_ms: number;
}

/** Returns the function that parses a value of `search_after`. */
function parserOf(
  field: LeafField,
  { entry, resolution, now_ms }: ParserOptions,
): (value: JsonValue) => Numeric {
  if (field.type === 'boolean') {
    // Missing values are shown as a limit of longs.
    return (value) =>
      typeof value === 'number' || typeof value === 'bigint' ? value : booleanValue(value);
  }
  if (resolution === undefined || !isDateField(field)) return readNumber;
  const { locale } = field;
  const format = entry.format ?? field.format;
  const reading = { ...dateOptions, type: resolution, format, locale, now_ms };
  return (value) => (typeof value === 'string' ? dateValue(value, reading) : readNumber(value));
}

function isBeyond(key: Numeric, { least, greatest }: NumberLimits): boolean {
  return key < least || key > greatest;
}

/** Returns the limits between which the values of a type are sorted. */
export function limitsOf(type: string): NumberLimits {
  if (fractionalTypes.includes(type)) return fractionLimits;
  if (type === 'date_nanos') return nanosLimits;
  if (type === 'unsigned_long') return unsignedLimits;
  return ['byte', 'short', 'integer'].includes(type) ? integerLimits : longLimits;
}

/** Shows a fraction with as few digits as its type needs. */
function shownFraction(key: Numeric, type: string): JsonValue {
  const number = Number(key);
  if (!Number.isFinite(number)) return shownNumber(number);
  return type === 'float' || type === 'half_float' ? shortestFloat(number) : number;
}

const dateOptions = { time_zone: undefined, roundUp: false } as const;

function attempt(parse: () => Numeric, field: string): Numeric {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type === 'parse_exception') throw error;
    throw badAfter(field, error);
  }
}

function resolutionOf(
  field: LeafField,
  numericType: NumericType | undefined,
): DateField['type'] | undefined {
  if (!isDateField(field)) return undefined;
  return numericType === 'date' || numericType === 'date_nanos' ? numericType : field.type;
}

/** Returns the conversion of a value to its key. */
function conversionOf(
  field: LeafField,
  numericType: NumericType | undefined,
): (value: Numeric) => Numeric {
  if (numericType === undefined || numericType === field.type) return (value) => value;
  if (isDateField(field)) {
    if (numericType === 'date_nanos') return (value) => BigInt(value) * 1_000_000n;
    if (numericType === 'date') return (value) => Number(BigInt(value) / 1_000_000n);
    return (value) => value;
  }
  if (numericType === 'double') return Number;
  if (numericType === 'long' && fractionalTypes.includes(field.type)) {
    return (value) => Math.trunc(Number(value));
  }
  return (value) => value;
}
