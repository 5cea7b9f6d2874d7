import { at } from '../../base/assert.ts';
import { shortestFloat } from '../../base/double-text.ts';
import type { JsonValue } from '../../base/json.ts';
import { plain } from '../../base/map-key.ts';
import { unlessRefused } from '../../base/service-error.ts';
import type { DateField, LeafField } from '../../store/field-type.ts';
import { isDateField } from '../../store/field-type.ts';
import { readBoolean } from '../../store/values/read-value.ts';
import type { Numeric } from '../query/field-values.ts';
import { dateValue, showDate, readNumber } from '../query/field-values.ts';
import type { NumericType, SortEntry, SortMode } from '../search-request.ts';
import type { BoundKey } from './bound-key.ts';
import { badAfter, missingOf, orderOf, valuesWithin } from './bound-key.ts';

/** The least and the greatest number of a type, between which documents with a value are sorted. */
interface NumberLimits {
  readonly least: Numeric;
  readonly greatest: Numeric;
}

/** The limits of bytes, shorts and integers, which are sorted as 32-bit integers. */
const integers: NumberLimits = { least: -(2 ** 31), greatest: 2 ** 31 - 1 };
const longs: NumberLimits = { least: -(2n ** 63n), greatest: 2n ** 63n - 1n };
const fractions: NumberLimits = { least: -Infinity, greatest: Infinity };
const nanos: NumberLimits = { least: 0n, greatest: longs.greatest };

/** The limits of types other than longs, booleans and dates, which are those of longs. */
const limitsByType: ReadonlyMap<string, NumberLimits> = new Map([
  ['byte', integers],
  ['short', integers],
  ['integer', integers],
  ['unsigned_long', { least: 0n, greatest: 2n ** 64n - 1n }],
  ['date_nanos', nanos],
  ['double', fractions],
  ['float', fractions],
  ['half_float', fractions],
  ['scaled_float', fractions],
]);

/**
 * Returns the sort key of a number, boolean or date field. Documents without a value have a limit of the type as their key,
 * which is also shown and taken back: thus a page that starts after it misses no document that has this very value.
 *
 * Clauses: search.sort-date-by-instant, search.sort-format, search.sort-format-keeps-nanoseconds,
 * search.sort-numeric-type-order, search.sort-numeric-type-values,
 * search-after.mixed-date-resolutions.
 */
export function numberKey(field: LeafField, entry: SortEntry, now_ms: number): BoundKey {
  const order = orderOf(entry);
  const { numeric_type, mode = order.descending ? 'max' : 'min' } = entry;
  const keyOf = conversionOf(field, numeric_type);
  const type =
    field.type === 'unsigned_long' && numeric_type !== 'double'
      ? field.type
      : (numeric_type ?? field.type);
  const limits = limitsByType.get(type) ?? longs;
  const isWhole = limits !== fractions;
  const resolution = resolutionOf(field, numeric_type);
  const parse = parserOf(field, { entry, resolution, now_ms });
  const replacement = missingOf(entry, readNumber);
  const limit = order.descending === order.nullsFirst ? limits.greatest : limits.least;
  const missing = replacement ?? limit;
  return {
    ...order,
    field: entry.field,
    kind: 'number',
    isMapped: true,
    isNullRefused: entry.format === undefined,
    read(view) {
      const valuesOf = valuesWithin(view.segment, entry.nestedPath, ({ column }) =>
        column(field.name),
      );
      return (doc) => {
        const keys = valuesOf(doc).map((value) => keyOf(typeof value === 'string' ? 0 : value));
        return keys.length === 0 ? missing : combine(keys, mode, limits);
      };
    },
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
      if (limits === integers && (key < limits.least || key > limits.greatest)) {
        throw badAfter(entry.field);
      }
      return within(key, limits);
    },
  };
}

/** True for the limits of longs, which are no dates; documents without nanoseconds are sorted as those of 1970. */
function isDateless(key: Numeric, resolution: DateField['type']): boolean {
  return key >= longs.greatest || (resolution === 'date' && key <= longs.least);
}

/** Returns the number, or the limit of longs that a client has rounded to a number beyond. */
function within(key: Numeric, { greatest }: NumberLimits): Numeric {
  if (key > greatest && Number(key) === Number(greatest)) return greatest;
  return key < longs.least && Number(key) === Number(longs.least) ? longs.least : key;
}

interface ParserOptions {
  readonly entry: SortEntry;
  readonly resolution: DateField['type'] | undefined;
  readonly now_ms: number;
}

/** Returns the function that parses a value of `search_after`. */
function parserOf(
  field: LeafField,
  { entry, resolution: type, now_ms }: ParserOptions,
): (value: JsonValue) => Numeric {
  if (field.type === 'boolean') {
    // Missing values are shown as a limit of longs.
    return (value) =>
      typeof value === 'number' || typeof value === 'bigint' ? value : readBoolean(value);
  }
  if (type === undefined || !isDateField(field)) return readNumber;
  const { locale } = field;
  const reading = { type, format: entry.format ?? field.format, locale, now_ms, roundUp: false };
  return (value) => (typeof value === 'string' ? dateValue(value, reading) : readNumber(value));
}

/** Shows a fraction with as few digits as its type needs; JSON has no infinite numbers. */
function shownFraction(key: Numeric, type: string): JsonValue {
  const number = Number(key);
  if (!Number.isFinite(number)) return String(number);
  return type === 'float' || type === 'half_float' ? shortestFloat(number) : number;
}

function attempt(parse: () => Numeric, field: string): Numeric {
  return unlessRefused(parse, (refusal) => {
    throw refusal.type === 'parse_exception' ? refusal : badAfter(field, refusal);
  });
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
  if (isDateField(field) && numericType !== field.type) {
    if (numericType === 'date_nanos') return (value) => BigInt(value) * 1_000_000n;
    if (numericType === 'date') return (value) => Number(BigInt(value) / 1_000_000n);
  } else if (numericType === 'double') return Number;
  else if (numericType === 'long' && limitsByType.get(field.type) === fractions) {
    return (value) => Math.trunc(Number(value));
  }
  return (value) => value;
}

/** Combines several values into one key; whole numbers stay whole, and within the limits of their type. */
function combine(values: readonly Numeric[], mode: SortMode, limits: NumberLimits): Numeric {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  const last = sorted.length - 1;
  if (mode === 'min') return at(sorted, 0);
  if (mode === 'max') return at(sorted, last);
  const parts = mode === 'median' ? sorted.slice(last >> 1, (sorted.length >> 1) + 1) : sorted;
  const count = mode === 'sum' ? 1 : parts.length;
  if (limits === fractions) return parts.reduce<number>((sum, one) => sum + Number(one), 0) / count;
  const whole = quotient(
    parts.reduce<bigint>((sum, one) => sum + BigInt(one), 0n),
    BigInt(count),
  );
  if (whole < limits.least) return limits.least;
  return whole > limits.greatest ? limits.greatest : plain(whole);
}

/** Divides, and rounds halves up. */
function quotient(sum: bigint, count: bigint): bigint {
  const [twice, divisor] = [2n * sum + count, 2n * count];
  return twice / divisor - (twice % divisor < 0n ? 1n : 0n);
}
