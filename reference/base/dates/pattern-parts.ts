import type { DateParts } from './calendar.ts';

/** How one letter of a pattern is read. */
export interface PartParser {
  /** A regular expression without groups of its own. */
  readonly expression: string;
  readonly read: (text: string, before: DateParts & { readonly afternoon?: boolean }) => DateParts;
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
export const dayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

const short = (names: readonly string[]) => names.map((name) => name.slice(0, 3));
const offset = 'Z|[+-]\\d{2}(?::?\\d{2})?';

/**
 * Takes a letter, how often it stands there, and whether another letter follows at once (then the width is fixed).
 * Undefined for letters that no date pattern has.
 */
export function parsers(letter: string, count: number, adjacent: boolean): PartParser | undefined {
  const digits = count > 1 || adjacent ? `\\d{${count}}` : '\\d{1,2}';
  switch (letter) {
    case 'y':
    case 'u':
      return yearParser(count, adjacent);
    case 'M':
    case 'L':
      return monthParser(count, digits);
    case 'd':
      return { expression: digits, read: (text) => ({ day: Number(text) }) };
    case 'D':
      return {
        expression: count > 1 ? `\\d{${count}}` : '\\d{1,3}',
        read: (text) => ({ day_of_year: Number(text) }),
      };
    default:
      return timeParser(letter, digits) ?? otherParsers(letter, count);
  }
}

function timeParser(letter: string, digits: string): PartParser | undefined {
  switch (letter) {
    case 'H':
      return { expression: digits, read: (text) => ({ hour: Number(text) }) };
    case 'k':
      return { expression: digits, read: (text) => ({ hour: Number(text) % 24 }) };
    case 'h':
    case 'K':
      return { expression: digits, read: (text) => ({ hour: Number(text) % 12 }) };
    case 'm':
      return { expression: digits, read: (text) => ({ minute: Number(text) }) };
    case 's':
      return { expression: digits, read: (text) => ({ second: Number(text) }) };
    default:
      return undefined;
  }
}

function otherParsers(letter: string, count: number): PartParser | undefined {
  switch (letter) {
    case 'S':
      return {
        expression: `\\d{${Math.min(count, 9)}}`,
        read: (text) => ({ nanos: Number(text.padEnd(9, '0')) }),
      };
    case 'n':
      return { expression: '\\d{1,9}', read: (text) => ({ nanos: Number(text) }) };
    case 'a':
      return {
        expression: 'AM|PM',
        read: (text, { hour = 0 }) => ({
          hour: (hour % 12) + (text.toUpperCase() === 'PM' ? 12 : 0),
        }),
      };
    case 'E':
      return {
        expression: (count > 3 ? dayNames : short(dayNames)).join('|'),
        read: () => ({}),
      };
    case 'X':
    case 'x':
    case 'Z':
      return { expression: offset, read: (text) => ({ zone: text }) };
    case 'z':
    case 'V':
      return { expression: `${offset}|[A-Za-z][\\w/+-]*`, read: (text) => ({ zone: text }) };
    default:
      return undefined;
  }
}

function yearParser(count: number, adjacent: boolean): PartParser {
  if (count === 2) {
    return { expression: '\\d{2}', read: (text) => ({ year: 2000 + Number(text) }) };
  }
  const digits = count === 1 ? '\\d{1,9}' : `\\d{${count}}`;
  return {
    expression: adjacent && count > 1 ? digits : `[+-]?${digits}`,
    read: (text) => ({ year: Number(text) }),
  };
}

function monthParser(count: number, digits: string): PartParser {
  if (count < 3) return { expression: digits, read: (text) => ({ month: Number(text) }) };
  const names: readonly string[] = count > 3 ? monthNames : short(monthNames);
  const lower = names.map((name) => name.toLowerCase());
  return {
    expression: names.join('|'),
    read: (text) => ({ month: lower.indexOf(text.toLowerCase()) + 1 }),
  };
}
