import { madeOnce } from '../lazily.ts';
import { at } from '../assert.ts';
import { refuse } from '../service-error.ts';
import { localToInstant } from '../time-zone.ts';
import type { DateParts, Instant } from './calendar.ts';
import { localTime, validParts } from './calendar.ts';
import {
  namedPatterns,
  nanosFormat,
  optionalTimePatterns,
  parseOptionalTime,
} from './named-formats.ts';
import type { FormatInstant, FormatPlace } from './pattern.ts';
import { compilePattern } from './pattern.ts';

export type { Instant } from './calendar.ts';

/** How a date is parsed. */
export interface ParseDateOptions {
  /** Applies if the text names no zone; default UTC. */
  readonly zone?: string | undefined;
  /** True to give missing parts their maximum instead of their minimum (for upper bounds of ranges). */
  readonly roundUp?: boolean | undefined;
  /** Language of the names of months and days; default en-US. */
  readonly locale?: string | undefined;
}

interface DateFormat {
  readonly parse: (text: string, options: ParseDateOptions) => Instant | undefined;
  readonly format: FormatInstant;
}

const compiled = new Map<string, readonly DateFormat[]>();
const maxCompiled = 1000;

/** Maximum number of alternatives of a format. */
const maxAlternatives = 20;

/** Maximum length of a date; a longer text is none. */
const maxDate = 256;

/**
 * Takes a text and a format (names or Java patterns joined with `||`); returns nanoseconds since the epoch. Throws
 * illegal_argument_exception if the text matches no format, or the format is invalid.
 */
export function parseDate(text: string, format: string, options: ParseDateOptions = {}): bigint {
  return toNanos(parseInstant(text, format, options));
}

/** Like `parseDate`, but returns milliseconds and nanoseconds, which avoids bigint. */
export function parseInstant(
  text: string,
  format: string,
  options: ParseDateOptions = {},
): Instant {
  for (const candidate of dateFormats(format, options.locale)) {
    const instant = text.length > maxDate ? undefined : candidate.parse(text, options);
    if (instant !== undefined) return instant;
  }
  return refuse(`failed to parse date field [${text}] with format [${format}]`);
}

/** Takes a date with nine digits for the fraction of a second; returns it without needless zeros, with three at least. */
export function shortFraction(text: string): string {
  return text.replace(/(\.\d{3}\d*?)0+(?=\D|$)/, '$1');
}

/** Formats an instant by the first alternative of a format. Throws illegal_argument_exception if the format is invalid. */
export function formatInstant(instant: Instant, format: string, place: FormatPlace = {}): string {
  return at(dateFormats(format, place.locale), 0).format(instant, place);
}

/** Throws illegal_argument_exception if the format is invalid. */
export function checkDateFormat(format: string): void {
  dateFormats(format);
}

/** Converts an instant to nanoseconds since the epoch. */
export function toNanos({ ms, nanos }: Instant): bigint {
  return BigInt(ms) * 1_000_000n + BigInt(nanos);
}

/** Converts nanoseconds since the epoch to an instant. */
export function fromNanos(nanos: bigint): Instant {
  const within = ((nanos % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return { ms: Number((nanos - within) / 1_000_000n), nanos: Number(within) };
}

function dateFormats(format: string, locale?: string): readonly DateFormat[] {
  const key = locale === undefined ? format : `${locale}\n${format}`;
  if (compiled.size >= maxCompiled) compiled.clear();
  return madeOnce(compiled, key, () => {
    const names = format.split('||', maxAlternatives + 1);
    if (names.length > maxAlternatives) {
      refuse(`Invalid format: it has more than [${maxAlternatives}] alternatives`);
    }
    return names.map((name) => createFormat(name, format, locale));
  });
}

function createFormat(name: string, joined: string, locale: string | undefined): DateFormat {
  if (name === '') return refuse('No date pattern provided');
  if (name === 'epoch_millis') return epochFormat(1, joined);
  if (name === 'epoch_second') return epochFormat(1000, joined);
  const base = name.startsWith('strict_') ? name.slice(7) : name;
  const printed = optionalTimePatterns.get(base);
  if (printed !== undefined)
    return optionalTimeFormat(base, printed, base !== name || base === 'iso8601');
  const pattern = compilePattern(namedPatterns.get(base) ?? name, locale);
  return {
    parse: (text, options) => resolve(pattern.parse(text), options),
    format: pattern.format,
  };
}

function optionalTimeFormat(name: string, printed: string, strict: boolean): DateFormat {
  const { format } = compilePattern(printed);
  return {
    parse: (text, options) => resolve(parseOptionalTime(text, strict), options),
    format: name === nanosFormat ? (...given) => shortFraction(format(...given)) : format,
  };
}

function epochFormat(unit_ms: number, joined: string): DateFormat {
  return {
    parse(text) {
      const match = /^(-?\d{1,19})(?:\.(\d{1,9}))?$/.exec(text);
      if (match === null) return undefined;
      const [, digits = '', fraction = ''] = match;
      const perUnit = unit_ms * 1_000_000;
      const part = BigInt(Math.floor(Number(`0.${fraction}0`) * perUnit));
      const nanos = BigInt(digits) * BigInt(perUnit) + (digits.startsWith('-') ? -part : part);
      const instant = fromNanos(nanos);
      if (Math.abs(instant.ms) > 8.64e15) {
        refuse(`failed to parse date field [${text}] with format [${joined}]: out of range`);
      }
      return instant;
    },
    format({ ms, nanos }) {
      const rest = (ms % unit_ms) * 1e6 + nanos;
      if (rest === 0) return String(ms / unit_ms);
      return formatDecimal(toNanos({ ms, nanos }), unit_ms === 1 ? 6 : 9);
    },
  };
}

function formatDecimal(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`;
}

function resolve(parts: DateParts | undefined, options: ParseDateOptions): Instant | undefined {
  if (parts === undefined || !validParts(parts)) return undefined;
  const local = localTime(parts, options.roundUp === true);
  return {
    ms: localToInstant(parts.zone ?? options.zone ?? 'UTC', local.ms),
    nanos: local.nanos,
  };
}
