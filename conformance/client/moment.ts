import { durationMs } from '../base/duration.ts';
import { KitFault } from '../base/errors.ts';

/** Matches the name of a zone in square brackets, which may follow the offset. */
const zoneName = /\[[^\]]+\]$/;

/** Matches a day and a time of ISO 8601 without separators. */
const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?=\d\d)/;

/** Matches the zone at the end of a date in any form. */
const zone = /(?<=T\d.*|\d:\d\d.*) ?(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/;

/** True if a text is the expected moment. Throws KitFault if that is not a date. */
export function isSameMoment(got: string, expected: string): boolean {
  const moment = momentOf(expected);
  if (moment === undefined) throw new KitFault(`"${expected}" is not a date`);
  return readMoment(plain(got)) === moment;
}

/**
 * True if a text is the same moment with the same offset as the expected date. In UTC the text may omit the offset.
 * Trailing zeros of a fraction and the spelling of the offset are ignored, and so is the form of a date that says its zone.
 */
export function isSameDate(got: string, expected: string): boolean {
  const text = plain(got);
  const hasZone = zone.test(text) || expected.endsWith('Z');
  const moments = [text, expected].map(readMoment);
  const clocks = [text, expected].map((date) => readMoment(date.replace(zone, 'Z')));
  const areDates = moments[1] !== undefined && clocks[1] !== undefined;
  return areDates && hasZone && moments[0] === moments[1] && clocks[0] === clocks[1];
}

/** A date without the name of its zone, and with the separators that ISO 8601 allows to leave out. */
function plain(text: string): string {
  return text.replace(zoneName, '').replace(basic, '$1-$2-$3T$4:$5:');
}

/** The moment of a date in ISO 8601, or of one in English that says its zone; undefined for any other text. */
function readMoment(text: string): bigint | undefined {
  const moment = momentOf(text);
  if (moment !== undefined || !zone.test(text)) return moment;
  const read_ms = Date.parse(text);
  return Number.isNaN(read_ms) ? undefined : BigInt(read_ms) * 1_000_000n;
}

/**
 * False if a text is a date in ISO 8601 and another moment than the expected date. Without an offset it is a clock in UTC
 * or in the zone of the expected date. A text in any other form may stand for any date.
 */
export function mayBeDate(got: string, expected: string): boolean {
  const text = plain(got);
  const moment = momentOf(text);
  if (moment === undefined || moment === momentOf(expected)) return true;
  return !zone.test(text) && moment === momentOf(expected.replace(zone, ''));
}

/** Parses a duration such as `2s` or `7d` into milliseconds. Throws KitFault if the text is not a duration. */
export function durationOf(text: string): number {
  const duration_ms = durationMs(text);
  if (duration_ms === undefined) throw new KitFault(`"${text}" is not a duration such as 2s or 7d`);
  return duration_ms;
}

const pattern =
  /^(?<day>\d{4}-\d\d-\d\d)(?:T(?<clock>\d\d(?::\d\d(?::\d\d(?:[.,](?<decimals>\d{1,9}))?)?)?)(?:Z|(?<offset>[+-]\d\d(?::?\d\d)?))?)?$/;

const midnight = '00:00:00';

/**
 * Parses an ISO 8601 date string into nanoseconds since 1970. Accepts a day, or a day and a time with up to nine
 * decimals and an offset (UTC by default). Undefined for any other text.
 */
export function momentOf(text: string): bigint | undefined {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { day = '', clock = '', decimals = '', offset = '' } = groups;
  const time = clock.slice(0, midnight.length) + midnight.slice(clock.length);
  const local_ms = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(local_ms) || !new Date(local_ms).toISOString().startsWith(day)) return undefined;
  return BigInt(local_ms - offset_ms(offset)) * 1_000_000n + BigInt(decimals.padEnd(9, '0'));
}

function offset_ms(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const length_ms = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -length_ms : length_ms;
}
