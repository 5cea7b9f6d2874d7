import { at, defined } from './assert.ts';
import { refuse } from './service-error.ts';

const timeUnits_ms = new Map<string, number>([
  ['nanos', 1e-6],
  ['micros', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

const byteUnits = new Map<string, number>([
  ['b', 1],
  ['kb', 2 ** 10],
  ['mb', 2 ** 20],
  ['gb', 2 ** 30],
  ['tb', 2 ** 40],
  ['pb', 2 ** 50],
]);

/**
 * Takes a duration (`7d`, `500ms`, `0`, `-1`) and the name of its setting; returns milliseconds. Throws a ServiceError
 * that names setting and value if the unit is missing or unknown.
 */
export function parseTime(text: string, setting: string): number {
  if (text === '0' || text === '-1') return Number(text);
  const match = /^(-?\d+(?:\.\d+)?) *(nanos|micros|ms|s|m|h|d)$/i.exec(text.trim());
  // An upper-case M is refused: it means months in other interfaces.
  const unit =
    match === null || match[2] === 'M' ? undefined : timeUnits_ms.get(at(match, 2).toLowerCase());
  if (match === null || unit === undefined) {
    return refuse(
      `failed to parse setting [${setting}] with value [${text}] as a time value: unit is missing or unrecognized`,
    );
  }
  return Number(match[1]) * unit;
}

/**
 * Takes a size (`50gb`, `1024b`) and the name of its setting; returns bytes. Throws a ServiceError that names setting
 * and value if the unit is missing or unknown.
 */
export function parseBytes(text: string, setting: string): number {
  const match = /^(\d+(?:\.\d+)?) *(b|kb?|mb?|gb?|tb?|pb?)$/i.exec(text.trim());
  if (match === null) {
    return refuse(
      `failed to parse setting [${setting}] with value [${text}] as a size in bytes: unit is missing or unrecognized`,
    );
  }
  const name = at(match, 2).toLowerCase();
  const unit = byteUnits.get(name.length === 1 && name !== 'b' ? `${name}b` : name);
  return Math.round(Number(match[1]) * defined(unit, `byte unit ${name}`));
}

/** Takes milliseconds (at least 0); returns a duration with a unit: `1.5h`, `2m`, `1d`. */
export function formatTime(time_ms: number): string {
  return inLargestUnit(time_ms, [...timeUnits_ms].slice(2));
}

/** Takes bytes; returns a size with a unit, as listings show it: `4.2kb`. */
export function formatBytes(bytes: number): string {
  return inLargestUnit(bytes, [...byteUnits]);
}

/** Takes a value and units by size. */
function inLargestUnit(value: number, units: readonly (readonly [string, number])[]): string {
  const [name, size] = units.findLast(([, unit]) => value >= unit) ?? at(units, 0);
  return `${Number((value / size).toFixed(1))}${name}`;
}

/** Splits a comma-separated list; an absent list has no entries, and empty entries are dropped. */
export function splitList(list: string | undefined): readonly string[] {
  return list === undefined ? [] : list.split(',').filter((entry) => entry !== '');
}
