import { at } from '../assert.ts';
import type { Instant } from './calendar.ts';
import { daysOf } from './calendar.ts';
import { formatOffset, zoneOffset } from '../time-zone.ts';
import { defaultLocale, localeNames, type NameWidths } from './locale-names.ts';

/** The zone and language in which an instant is written. */
export interface FormatOptions {
  readonly zone: string;
  /** Language tag for the names of months and days; default en-US. */
  readonly locale?: string | undefined;
}

/** An instant in local time, with everything needed to format it by a pattern. */
export interface LocalTime {
  /** Its UTC getters return local time. */
  readonly local: Date;
  readonly nanos: number;
  readonly offset_ms: number;
  readonly zone: string;
  readonly locale: string;
}

/** Converts an instant to the local time that `formatPart` needs. */
export function localTimeOf(instant: Instant, { zone, locale }: FormatOptions): LocalTime {
  const offset_ms = zoneOffset(zone, instant.ms);
  const local = new Date(instant.ms + offset_ms);
  return { local, nanos: instant.nanos, offset_ms, zone, locale: locale ?? defaultLocale };
}

/** A run of one letter in a pattern, such as `yyyy`. */
export interface LetterRun {
  readonly letter: string;
  readonly count: number;
}

/** Letters that are supported for writing dates, but not for parsing. */
export const shownLetters = 'YwQqGecAN';

/** Formats one run of a letter of a pattern. */
export function formatPart(piece: LetterRun, time: LocalTime): string {
  const { letter, count } = piece;
  const { local, locale } = time;
  const pad = (value: number) => String(value).padStart(count, '0');
  switch (letter) {
    case 'y':
    case 'u':
      return formatYear(local.getUTCFullYear(), count);
    case 'M':
    case 'L':
      return formatMonth(local.getUTCMonth(), piece, locale);
    case 'E':
      return nameOf(localeNames(locale).days, local.getUTCDay(), count);
    case 'd':
      return pad(local.getUTCDate());
    case 'D':
      return pad(dayOfYear(local));
    default:
      return shownLetters.includes(letter) ? formatShown(piece, time) : formatTime(piece, time);
  }
}

function formatShown({ letter, count }: LetterRun, time: LocalTime): string {
  const { local } = time;
  const pad = (value: number) => String(value).padStart(count, '0');
  switch (letter) {
    case 'Y':
      return formatYear(isoWeek(local).year, count);
    case 'w':
      return pad(isoWeek(local).week);
    case 'Q':
    case 'q':
      return formatQuarter(local, count);
    case 'G':
      return at(localeNames(time.locale).eras, local.getUTCFullYear() < 1 ? 0 : 1);
    case 'e':
    case 'c':
      if (count > 2) return nameOf(daysFor(letter, time.locale), local.getUTCDay(), count);
      return pad(((local.getUTCDay() + 6) % 7) + 1);
    default: {
      const millis = ((local.getTime() % 86_400_000) + 86_400_000) % 86_400_000;
      return pad(letter === 'A' ? millis : millis * 1e6 + time.nanos);
    }
  }
}

function formatQuarter(local: Date, count: number): string {
  const quarter = Math.floor(local.getUTCMonth() / 3) + 1;
  return count > 2 ? `Q${quarter}` : String(quarter).padStart(count, '0');
}

function daysFor(letter: string, locale: string): NameWidths {
  const names = localeNames(locale);
  return letter === 'c' ? names.standaloneDays : names.days;
}

/** Returns the ISO week of local time: weeks start on Monday, the first one contains 4 January. */
function isoWeek(local: Date): { readonly year: number; readonly week: number } {
  const day = Math.floor(local.getTime() / 86_400_000);
  const thursday = day - ((local.getUTCDay() + 6) % 7) + 3;
  const year = new Date(thursday * 86_400_000).getUTCFullYear();
  return { year, week: Math.floor((thursday - daysOf(year, 1, 1)) / 7) + 1 };
}

function formatTime(piece: LetterRun, time: LocalTime): string {
  const { letter, count } = piece;
  const { local } = time;
  const pad = (value: number) => String(value).padStart(count, '0');
  const hour = local.getUTCHours();
  switch (letter) {
    case 'H':
      return pad(hour);
    case 'k':
      return pad(hour === 0 ? 24 : hour);
    case 'h':
      return pad(hour % 12 === 0 ? 12 : hour % 12);
    case 'K':
      return pad(hour % 12);
    case 'm':
      return pad(local.getUTCMinutes());
    case 's':
      return pad(local.getUTCSeconds());
    default:
      return formatFraction(piece, time);
  }
}

function formatFraction({ letter, count }: LetterRun, time: LocalTime): string {
  const { local, nanos, offset_ms, zone } = time;
  const ofSecond = local.getUTCMilliseconds() * 1e6 + nanos;
  switch (letter) {
    case 'S':
      return String(ofSecond).padStart(9, '0').slice(0, count);
    case 'n':
      return String(ofSecond).padStart(count, '0');
    case 'a':
      return at(localeNames(time.locale).halves, local.getUTCHours() < 12 ? 0 : 1);
    case 'z':
    case 'V':
      return zone;
    default:
      return formatZone(letter, count, offset_ms);
  }
}

function formatZone(letter: string, count: number, offset_ms: number): string {
  if (offset_ms === 0 && letter !== 'X') return letter === 'Z' || count < 3 ? '+0000' : '+00:00';
  const text = formatOffset(offset_ms, letter !== 'Z' && count >= 3);
  return count === 1 && letter !== 'Z' ? text.replace(/(\d\d)00$/, '$1') : text;
}

function formatYear(year: number, count: number): string {
  if (count === 2) return String(year % 100).padStart(2, '0');
  const digits = String(Math.abs(year)).padStart(count, '0');
  if (year < 0) return `-${digits}`;
  return digits.length > 4 && count >= 4 ? `+${digits}` : digits;
}

function formatMonth(month: number, { letter, count }: LetterRun, locale: string): string {
  if (count < 3) return String(month + 1).padStart(count, '0');
  const names = localeNames(locale);
  return nameOf(letter === 'L' ? names.standaloneMonths : names.months, month, count);
}

/** Up to three letters select the short name, four the long one, five the narrow one. */
function nameOf({ long, short, narrow }: NameWidths, index: number, count: number): string {
  if (count > 4) return at(narrow, index);
  return at(count === 4 ? long : short, index);
}

function dayOfYear(local: Date): number {
  const year = local.getUTCFullYear();
  return Math.floor(local.getTime() / 86_400_000) - daysOf(year, 1, 1) + 1;
}
