import type { DateParts } from './calendar.ts';
import { localeNames } from './locale-names.ts';

/** How one letter of a pattern is parsed. */
export interface PartParser {
  /** A regular expression without capturing groups. */
  readonly expression: string;
  readonly read: (text: string, before: DateParts & { readonly afternoon?: boolean }) => DateParts;
}

const offset = 'Z|[+-]\\d{2}(?::?\\d{2})?';

/** A run of a letter, and its context. */
export interface ParsedRun {
  readonly letter: string;
  readonly count: number;
  /** True if another letter follows directly: the width is then fixed. */
  readonly adjacent: boolean;
  /** Language of the names of months and days. */
  readonly locale: string;
}

/** Returns how a run of a letter is parsed, or undefined if the letter is not supported. */
export function parsers({ letter, count, adjacent, locale }: ParsedRun): PartParser | undefined {
  const digits = count > 1 || adjacent ? `\\d{${count}}` : '\\d{1,2}';
  switch (letter) {
    case 'y':
    case 'u':
      return yearParser(count, adjacent);
    case 'M':
    case 'L':
      return monthParser({ letter, count, digits, locale });
    case 'd':
      return { expression: digits, read: (text) => ({ day: Number(text) }) };
    case 'D':
      return {
        expression: count > 1 ? `\\d{${count}}` : '\\d{1,3}',
        read: (text) => ({ dayOfYear: Number(text) }),
      };
    default:
      return timeParser(letter, digits) ?? otherParsers(letter, count, locale);
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

function otherParsers(letter: string, count: number, locale: string): PartParser | undefined {
  switch (letter) {
    case 'S':
      return {
        expression: `\\d{${Math.min(count, 9)}}`,
        read: (text) => ({ nanos: Number(text.padEnd(9, '0')) }),
      };
    case 'n':
      return { expression: '\\d{1,9}', read: (text) => ({ nanos: Number(text) }) };
    case 'a':
      return halfParser(localeNames(locale).halves);
    case 'E': {
      const { long, short } = localeNames(locale).days;
      return { expression: oneOf(count > 3 ? long : short), read: () => ({}) };
    }
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

interface MonthRun {
  readonly letter: string;
  readonly count: number;
  readonly digits: string;
  readonly locale: string;
}

function monthParser({ letter, count, digits, locale }: MonthRun): PartParser {
  if (count < 3) return { expression: digits, read: (text) => ({ month: Number(text) }) };
  const { months, standaloneMonths } = localeNames(locale);
  const widths = letter === 'L' ? standaloneMonths : months;
  const names = count > 3 ? widths.long : widths.short;
  const lower = names.map((name) => name.toLowerCase());
  return {
    expression: oneOf(names),
    read: (text) => ({ month: lower.indexOf(text.toLowerCase()) + 1 }),
  };
}

function halfParser(halves: readonly string[]): PartParser {
  const after = halves[1]?.toLowerCase();
  return {
    expression: oneOf(halves),
    read: (text, { hour = 0 }) => ({
      hour: (hour % 12) + (text.toLowerCase() === after ? 12 : 0),
    }),
  };
}

/** Returns an expression that matches any of the names; longer names are tried first. */
function oneOf(names: readonly string[]): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
}
