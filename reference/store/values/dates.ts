import type { Instant } from '../../base/dates/dates.ts';
import { parseInstant, toNanos } from '../../base/dates/dates.ts';
import type { JsonValue } from '../../base/json.ts';
import { showJson } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import type { DateField } from '../field-type.ts';

const greatestNanos = 2n ** 63n - 1n;

/** A format and the language of the names in it. */
interface DateLanguage {
  readonly format: string;
  readonly locale?: string | undefined;
}

/** Parses a date in a document; a number is parsed as the text of its digits. Throws a ServiceError. */
export function readDate(
  value: JsonValue,
  { format, locale }: DateLanguage,
  roundUp = false,
): Instant {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
    return refuse(`Can't get text on a ${value === null ? 'VALUE_NULL' : typeof value}`);
  }
  return parseInstant(String(value), format, { roundUp, locale });
}

/** Like `readDate`, but returns the value in the form of the column of a date or date_nanos field. */
export function readDateValue(value: JsonValue, field: DateField): number | bigint {
  const instant = readDate(value, field);
  if (field.type === 'date') return instant.ms;
  const nanos = toNanos(instant);
  if (nanos < 0n) {
    return refuse(
      `date[${showJson(value)}] is before the epoch in 1970 and cannot be stored in nanosecond resolution`,
    );
  }
  if (nanos > greatestNanos) {
    return refuse(
      `date[${showJson(value)}] is after 2262-04-11T23:47:16.854775807 and cannot be stored in nanosecond resolution`,
    );
  }
  return nanos;
}
