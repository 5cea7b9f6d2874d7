import { parseDateMath } from '../../base/dates/date-math.ts';
import { formatInstant, fromNanos, parseDate } from '../../base/dates/dates.ts';
import type { JsonValue } from '../../base/json.ts';
import { showJson } from '../../base/json.ts';
import { ServiceError, unlessRefused } from '../../base/service-error.ts';
import type { NumberField } from '../../store/field-type.ts';
import { integerLimits } from '../../store/values/numbers.ts';

/** A value of a numeric column. */
export type Numeric = number | bigint;

/**
 * Takes a value of a query on a number field and returns the number, in the resolution of the field. Throws a
 * ServiceError if it is not a number.
 */
export function numberValue(field: NumberField, value: JsonValue): Numeric {
  const number = readNumber(value);
  const { type, scaling_factor: factor } = field;
  if (integerLimits.has(type)) return number;
  if (type === 'float') return Math.fround(Number(number));
  return type === 'scaled_float' ? Math.round(Number(number) * factor) / factor : Number(number);
}

/** True if an integer field can have the value: it is an integer within the limits of the type. */
export function canHold(field: NumberField, value: Numeric): boolean {
  const bounds = integerLimits.get(field.type);
  if (bounds === undefined) return true;
  if (typeof value === 'number' && !Number.isInteger(value)) return false;
  return value >= bounds.min && value <= bounds.max;
}

/** Takes a number, or the text of one; whole numbers beyond 2^53 become bigint. */
export function readNumber(value: JsonValue): Numeric {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'string') {
    if (/^[+-]?\d{16,}$/.test(value.trim())) return BigInt(value.trim().replace(/^\+/, ''));
    const number = Number(value);
    if (value.trim() !== '' && Number.isFinite(number)) return number;
  }
  const reason = `For input string: "${showJson(value)}"`;
  throw new ServiceError('number_format_exception', reason);
}

/** The resolution of a date: milliseconds, or nanoseconds as bigint. */
type DateResolution = 'date' | 'date_nanos';

/** How a date is read. */
interface DateReading {
  readonly type: DateResolution;
  readonly format: string;
  readonly time_zone?: string | undefined;
  /** Language of the names of months and days; default en-US. */
  readonly locale?: string | undefined;
  readonly now_ms: number;
  /** True to round to the last moment of a unit, and to give missing parts their maximum. */
  readonly roundUp: boolean;
}

/** Parses a date of a request, which may use date math; returns it in the form of the columns of its type. */
export function dateValue(value: JsonValue, reading: DateReading): Numeric {
  const { format, time_zone, locale, now_ms, roundUp } = reading;
  if (
    typeof value === 'number' &&
    !format.includes('epoch') &&
    /(?:^|\|\|)strict_date/.test(format)
  ) {
    return dateValue(value, { ...reading, format: `${format}||epoch_millis` });
  }
  const options = { format, zone: time_zone, locale, now_ms, roundUp };
  const read = () => parseDateMath(showJson(value), options);
  const nanos = unlessRefused(read, (refusal): never => {
    const { type, reason } = refusal;
    if (type === 'parse_exception') throw refusal;
    const cause = { type, reason };
    throw new ServiceError('parse_exception', `${reason}: [${reason}]`, { cause });
  });
  return toColumn(nanos, reading.type);
}

/** Parses a date of a document, without date math; returns it in the form of the columns of its type. */
export function storedDateValue(
  value: JsonValue,
  { type, format, locale }: Pick<DateReading, 'type' | 'format' | 'locale'>,
): Numeric {
  return toColumn(parseDate(showJson(value), format, { locale }), type);
}

/** Formats a date in the form of a column. */
export function showDate(
  value: Numeric,
  {
    type,
    format,
    time_zone,
    locale,
  }: Pick<DateReading, 'type' | 'format' | 'locale'> & { readonly time_zone?: string },
): string {
  const place = { zone: time_zone, locale };
  const instant =
    type === 'date_nanos' ? fromNanos(BigInt(value)) : { ms: Math.trunc(Number(value)), nanos: 0 };
  return formatInstant(instant, format, place);
}

function toColumn(nanos: bigint, type: DateResolution): Numeric {
  return type === 'date_nanos' ? nanos : fromNanos(nanos).ms;
}
