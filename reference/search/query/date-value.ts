import type { JsonValue } from '../../base/json.ts';
import { scalarText } from '../scalar-text.ts';
import type { DateMathOptions } from '../../base/dates/date-math.ts';
import { parseDateMath } from '../../base/dates/date-math.ts';
import { formatDate, formatInstant, parseDate } from '../../base/dates/dates.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Numeric } from './term-sets.ts';

/** The resolution of a date: milliseconds, or nanoseconds as bigint. */
export type DateResolution = 'date' | 'date_nanos';

/** How a date is read. */
export interface DateReading {
  readonly type: DateResolution;
  readonly format: string;
  readonly time_zone: string | undefined;
  /** Language of the names of months and days; default en-US. */
  readonly locale?: string | undefined;
  readonly now_ms: number;
  /** True to round to the last moment of a unit, and to give missing parts their maximum. */
  readonly roundUp: boolean;
}

const nanosOf_ms = 1_000_000n;

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
  return toColumn(readDate(scalarText(value), options), reading.type);
}

function readDate(text: string, options: DateMathOptions): bigint {
  try {
    return parseDateMath(text, options);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type === 'parse_exception') throw error;
    const { type, reason } = error;
    throw new ServiceError('parse_exception', `${reason}: [${reason}]`, {
      cause: { type, reason },
    });
  }
}

/** Parses a date of a document, without date math; returns it in the form of the columns of its type. */
export function storedDateValue(
  value: JsonValue,
  { type, format, locale }: Pick<DateReading, 'type' | 'format' | 'locale'>,
): Numeric {
  return toColumn(parseDate(scalarText(value), format, { locale }), type);
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
  return type === 'date_nanos'
    ? formatDate(BigInt(value), format, place)
    : formatInstant({ ms: Math.trunc(Number(value)), nanos: 0 }, format, place);
}

function toColumn(nanos: bigint, type: DateResolution): Numeric {
  if (type === 'date_nanos') return nanos;
  const within = ((nanos % nanosOf_ms) + nanosOf_ms) % nanosOf_ms;
  return Number((nanos - within) / nanosOf_ms);
}
