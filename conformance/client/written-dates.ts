import { momentOf } from './moment.ts';

/** Matches the name of a zone in square brackets, which may follow the offset. */
const zoneName = /\[[^\]]+\]$/;
const offset = /(?<=T.*)(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/**
 * True if a text is the same moment with the same offset as the expected date. In UTC the text may omit the offset.
 * Trailing zeros of a fraction and the spelling of the offset are ignored.
 */
export function isSameDate(got: string, expected: string): boolean {
  const text = got.replace(zoneName, '');
  const hasZone = offset.test(text) || expected.endsWith('Z');
  const moments = [text, expected].map(momentOf);
  const clocks = [text, expected].map((date) => momentOf(date.replace(offset, '')));
  const areDates = moments[1] !== undefined && clocks[1] !== undefined;
  return areDates && hasZone && moments[0] === moments[1] && clocks[0] === clocks[1];
}

/**
 * False if a text is a date in ISO 8601 and another moment than the expected date. Without an offset it is a clock in UTC
 * or in the zone of the expected date. A text in any other form may stand for any date.
 */
export function mayBeDate(got: string, expected: string): boolean {
  const text = got.replace(zoneName, '');
  const moment = momentOf(text);
  if (moment === undefined || moment === momentOf(expected)) return true;
  return !offset.test(text) && moment === momentOf(expected.replace(offset, ''));
}
