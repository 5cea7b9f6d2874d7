import type { JsonValue } from '../../base/json.ts';
import { scalarText } from '../scalar-text.ts';
import { parseDateMath } from '../../base/dates/date-math.ts';
import { formatDate, parseDate } from '../../base/dates/dates.ts';
import type { Numeric } from './term-sets.ts';

/** The resolution of a date: milliseconds, or nanoseconds as bigint. */
export type DateResolution = 'date' | 'date_nanos';

export interface DateReading {
  readonly type: DateResolution;
  readonly format: string;
  readonly time_zone: string | undefined;
  readonly now_ms: number;
  /** True if missing parts and rounding go to the end of what they name. */
  readonly roundUp: boolean;
}

const nanosOf_ms = 1_000_000n;

/** Takes a date of a request, maybe with calculation; returns it as the columns of its type hold dates. */
export function dateValue(value: JsonValue, reading: DateReading): Numeric {
  const { format, time_zone, now_ms, roundUp } = reading;
  if (
    typeof value === 'number' &&
    !format.includes('epoch') &&
    /(?:^|\|\|)strict_date/.test(format)
  ) {
    return dateValue(value, { ...reading, format: `${format}||epoch_millis` });
  }
  const nanos = parseDateMath(scalarText(value), { format, zone: time_zone, now_ms, roundUp });
  return toColumn(nanos, reading.type);
}

/** Takes a date of a document, which never calculates; returns it as the columns of its type hold dates. */
export function storedDateValue(value: JsonValue, type: DateResolution, format: string): Numeric {
  return toColumn(parseDate(scalarText(value), format), type);
}

/** Takes a date as a column holds it; returns its text. */
export function showDate(
  value: Numeric,
  {
    type,
    format,
    time_zone,
  }: Pick<DateReading, 'type' | 'format'> & { readonly time_zone?: string },
): string {
  const nanos =
    type === 'date_nanos' ? BigInt(value) : BigInt(Math.trunc(Number(value))) * nanosOf_ms;
  return formatDate(nanos, format, time_zone);
}

function toColumn(nanos: bigint, type: DateResolution): Numeric {
  if (type === 'date_nanos') return nanos;
  const within = ((nanos % nanosOf_ms) + nanosOf_ms) % nanosOf_ms;
  return Number((nanos - within) / nanosOf_ms);
}
