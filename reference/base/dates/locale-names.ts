import { madeOnce } from '../lazily.ts';
import { refuse } from '../service-error.ts';

/** Names in two widths: `January` and `Jan`. */
export interface NameWidths {
  readonly long: readonly string[];
  readonly short: readonly string[];
}

/** The names that a language uses in dates. */
export interface LocaleNames {
  /** As used within a date (`1 января`). */
  readonly months: NameWidths;
  /** From Sunday on, as used within a date. */
  readonly days: NameWidths;
  /** Before noon and after it. */
  readonly halves: readonly string[];
}

const known = new Map<string, LocaleNames>();
const maxKnown = 200;

/** The language of names if a request does not specify one. Fulfils `query.locale-default-en-us`. */
export const defaultLocale = 'en-US';

/**
 * Takes a language tag (`fr`, `de-DE`, in any case); returns its canonical form. Throws illegal_argument_exception if
 * it is not a language tag, or the language is not supported. Fulfils `query.locale-language`,
 * `query.locale-language-region` and `query.locale-case-insensitive`.
 */
export function checkLocale(locale: string): string {
  const tag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(locale) ? canonical(locale) : undefined;
  if (tag === undefined) return refuse(`failed to parse locale [${locale}]: not a language tag`);
  const [supported] = Intl.DateTimeFormat.supportedLocalesOf([tag], { localeMatcher: 'lookup' });
  return supported === undefined ? refuse(`unknown locale [${locale}]`) : tag;
}

function canonical(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

/** Returns the names of a language. Throws as `checkLocale` does. */
export function localeNames(locale: string): LocaleNames {
  if (known.size >= maxKnown) known.clear();
  return madeOnce(known, locale, () => readNames(checkLocale(locale)));
}

function readNames(tag: string): LocaleNames {
  const hours = formatter(tag, { hour: 'numeric', hour12: true });
  return {
    months: widths(tag, 'month', (at) => Date.UTC(2024, at, 1)),
    days: widths(tag, 'weekday', (at) => Date.UTC(2024, 8, 1 + at)),
    halves: [1, 13].map((hour) => partOf(hours, 'dayPeriod', Date.UTC(2024, 0, 1, hour))),
  };
}

const counts = { month: 12, weekday: 7 } as const;

/** Returns the names of months or of days of the week; `dateOf` returns a date with the name at a position. */
function widths(
  tag: string,
  part: keyof typeof counts,
  dateOf: (at: number) => number,
): NameWidths {
  const names = (width: keyof NameWidths): readonly string[] => {
    const format = formatter(tag, { month: 'long', day: 'numeric', [part]: width });
    // Some languages write a month as a number and a word; the name then consists of both.
    const whole = formatter(tag, { [part]: width });
    return Array.from({ length: counts[part] }, (_, at) => {
      const name = partOf(format, part, dateOf(at));
      return /^\d+$/.test(name) ? whole.format(dateOf(at)) : name;
    });
  };
  return { long: names('long'), short: names('short') };
}

/** Returns a part of a date; an empty text in a language that leaves it out. */
function partOf(
  format: Intl.DateTimeFormat,
  type: Intl.DateTimeFormatPartTypes,
  date: number,
): string {
  return format.formatToParts(date).find((part) => part.type === type)?.value ?? '';
}

function formatter(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const fixed = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(tag, { ...options, ...fixed });
}
