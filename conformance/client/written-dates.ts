import { momentOf } from './moment.ts';

/** The name of a zone in square brackets, which may follow the offset. */
const zoneName = /\[[^\]]+\]$/;
const offset = /(?<=T.*)(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/**
 * True if a text names the same moment as a date with an offset, with the clock of the same zone. In UTC the offset
 * may be left out; zeros at the end of a fraction, and the spelling of an offset, make no difference.
 */
export function isSameDate(got: string, expected: string): boolean {
  const text = got.replace(zoneName, '');
  const saysZone = offset.test(text) || expected.endsWith('Z');
  const moments = [text, expected].map(momentOf);
  const clocks = [text, expected].map((date) => momentOf(date.replace(offset, '')));
  const areDates = moments[1] !== undefined && clocks[1] !== undefined;
  return areDates && saysZone && moments[0] === moments[1] && clocks[0] === clocks[1];
}
