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
  const cached = known.get(locale);
  if (cached !== undefined) return cached;
  const names = readNames(checkLocale(locale));
  if (known.size >= maxKnown) known.clear();
  known.set(locale, names);
  return names;
}

type Width = keyof NameWidths;

function readNames(tag: string): LocaleNames {
  const hours = formatter(tag, { hour: 'numeric', hour12: true });
  return {
    months: widths((width) => monthNames(tag, { month: width, day: 'numeric' })),
    days: widths((width) => dayNames(tag, { weekday: width, day: 'numeric', month: 'long' })),
    halves: [1, 13].map((hour) => partOf(hours, 'dayPeriod', Date.UTC(2024, 0, 1, hour))),
  };
}

function widths(names: (width: Width) => readonly string[]): NameWidths {
  return { long: names('long'), short: names('short') };
}

function monthNames(tag: string, options: Intl.DateTimeFormatOptions): readonly string[] {
  const format = formatter(tag, options);
  // Some languages write a month as a number and a word; the name then consists of both.
  const whole = formatter(tag, { month: options.month });
  return Array.from({ length: 12 }, (_, month) => {
    const date = Date.UTC(2024, month, 1);
    const name = partOf(format, 'month', date);
    return /^\d+$/.test(name) ? whole.format(date) : name;
  });
}

function dayNames(tag: string, options: Intl.DateTimeFormatOptions): readonly string[] {
  const format = formatter(tag, options);
  return Array.from({ length: 7 }, (_, day) =>
    partOf(format, 'weekday', Date.UTC(2024, 8, 1 + day)),
  );
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
