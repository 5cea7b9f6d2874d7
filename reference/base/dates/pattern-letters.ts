import { at } from '../assert.ts';
import { formatOffset } from '../time-zone.ts';
import type { DateParts } from './calendar.ts';
import { daysOf } from './calendar.ts';
import type { LocaleNames, NameWidths } from './locale-names.ts';
import { localeNames } from './locale-names.ts';

/** An instant in local time. */
export interface LocalTime {
  /** Its UTC getters return local time. */
  readonly local: Date;
  readonly nanos: number;
  readonly offset_ms: number;
  readonly zone: string;
  readonly locale: string;
}

/** A run of one letter in a pattern, such as `yyyy`, to be parsed. */
export interface ParsedRun {
  readonly count: number;
  /** True if another letter follows directly: the width is then fixed. */
  readonly adjacent: boolean;
  /** Language of the names of months and days. */
  readonly locale: string;
}

/** How the runs of one letter are parsed and written. */
export interface PatternLetter {
  /** Returns a regular expression without capturing groups. */
  readonly expression: (run: ParsedRun) => string;
  /** Returns the parts of the date that a text names; `before` are those that the pattern named before. */
  readonly read: (text: string, run: ParsedRun, before: DateParts) => DateParts;
  readonly write: (time: LocalTime, count: number) => string;
}

const twoDigits = ({ count, adjacent }: ParsedRun): string =>
  count > 1 || adjacent ? `\\d{${count}}` : '\\d{1,2}';

/** Returns a letter for a number, with as many digits as the run has letters. */
function number(part: keyof DateParts, valueOf: (local: Date) => number): PatternLetter {
  return {
    expression: twoDigits,
    read: (text) => ({ [part]: Number(text) }),
    write: ({ local }, count) => padded(valueOf(local), count),
  };
}

function padded(value: number, count: number): string {
  return String(value).padStart(count, '0');
}

const year: PatternLetter = {
  expression({ count, adjacent }) {
    if (count === 2) return '\\d{2}';
    if (count === 1) return '[+-]?\\d{1,9}';
    return `${adjacent ? '' : '[+-]?'}\\d{${count}}`;
  },
  read: (text, { count }) => ({ year: Number(text) + (count === 2 ? 2000 : 0) }),
  write({ local }, count) {
    const value = local.getUTCFullYear();
    if (count === 2) return padded(value % 100, 2);
    const digits = padded(Math.abs(value), count);
    if (value < 0) return `-${digits}`;
    return digits.length > 4 && count >= 4 ? `+${digits}` : digits;
  },
};

const monthNumber = number('month', (local) => local.getUTCMonth() + 1);

const month: PatternLetter = {
  expression: (run) => (run.count < 3 ? twoDigits(run) : oneOf(monthsOf(run))),
  read(text, run) {
    if (run.count < 3) return { month: Number(text) };
    return { month: monthsOf(run).findIndex((name) => isSame(name, text)) + 1 };
  },
  write(time, count) {
    if (count < 3) return monthNumber.write(time, count);
    return at(monthsOf({ ...time, count }), time.local.getUTCMonth());
  },
};

interface Named {
  readonly count: number;
  readonly locale: string;
}

function monthsOf({ count, locale }: Named): readonly string[] {
  return inWidth(localeNames(locale).months, count);
}

function daysIn({ count, locale }: Named): readonly string[] {
  return inWidth(localeNames(locale).days, count);
}

/** Up to three letters select the short names, four the long ones. */
function inWidth({ long, short }: NameWidths, count: number): readonly string[] {
  return count > 3 ? long : short;
}

const halvesOf = ({ locale }: { readonly locale: string }): LocaleNames['halves'] =>
  localeNames(locale).halves;

const offsets = 'Z|[+-]\\d{2}(?::?\\d{2})?';

/** Returns a letter for the offset of a zone. */
function offset(letter: string): PatternLetter {
  return {
    expression: () => offsets,
    read: (text) => ({ zone: text }),
    write({ offset_ms }, count) {
      const isLong = letter !== 'Z' && count >= 3;
      if (offset_ms === 0 && letter !== 'X') return isLong ? '+00:00' : '+0000';
      const text = formatOffset(offset_ms, isLong);
      return count === 1 && letter !== 'Z' ? text.replace(/(\d\d)00$/, '$1') : text;
    },
  };
}

const zone: PatternLetter = {
  expression: () => `${offsets}|[A-Za-z][\\w/+-]*`,
  read: (text) => ({ zone: text }),
  write: (time) => time.zone,
};

/** The letters of Java's date patterns that are supported. */
export const patternLetters: ReadonlyMap<string, PatternLetter> = new Map([
  ['y', year],
  ['u', year],
  ['M', month],
  ['d', number('day', (local) => local.getUTCDate())],
  [
    'D',
    {
      ...number('dayOfYear', dayOfYear),
      expression: ({ count }) => (count > 1 ? `\\d{${count}}` : '\\d{1,3}'),
    },
  ],
  ['H', number('hour', (local) => local.getUTCHours())],
  [
    'h',
    {
      ...number('hour', (local) => local.getUTCHours() % 12 || 12),
      read: (text) => ({ hour: Number(text) % 12 }),
    },
  ],
  ['m', number('minute', (local) => local.getUTCMinutes())],
  ['s', number('second', (local) => local.getUTCSeconds())],
  [
    'S',
    {
      expression: ({ count }) => `\\d{${Math.min(count, 9)}}`,
      read: (text) => ({ nanos: Number(text.padEnd(9, '0')) }),
      write: ({ local, nanos }, count) =>
        padded(local.getUTCMilliseconds() * 1e6 + nanos, 9).slice(0, count),
    },
  ],
  [
    'a',
    {
      expression: (run) => oneOf(halvesOf(run)),
      read(text, run, { hour: before = 0 }) {
        return { hour: (before % 12) + (isSame(halvesOf(run)[1], text) ? 12 : 0) };
      },
      write: (time) => at(halvesOf(time), time.local.getUTCHours() < 12 ? 0 : 1),
    },
  ],
  [
    'E',
    {
      expression: (run) => oneOf(daysIn(run)),
      read: () => ({}),
      write: (time, count) => at(daysIn({ ...time, count }), time.local.getUTCDay()),
    },
  ],
  ['X', offset('X')],
  ['x', offset('x')],
  ['Z', offset('Z')],
  ['z', zone],
  ['V', zone],
]);

/** Returns the day of the year, from 1 on, of a local date, whose UTC parts are the local ones. */
export function dayOfYear(local: Date): number {
  return Math.floor(local.getTime() / 86_400_000) - daysOf(local.getUTCFullYear(), 1, 1) + 1;
}

function isSame(name: string | undefined, text: string): boolean {
  return name?.toLowerCase() === text.toLowerCase();
}

/** Returns an expression that matches any of the names; longer names are tried first. */
function oneOf(names: readonly string[]): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
}
