import { defined } from '../../../base/assert.ts';
import type { Ranges } from './language.ts';

const greatest = 0x10ffff;
const digits: Ranges = [[0x30, 0x39]];
const words: Ranges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const spaces: Ranges = [
  [0x09, 0x0d],
  [0x20, 0x20],
];

const shorthands: ReadonlyMap<string, Ranges> = new Map([
  ['d', digits],
  ['w', words],
  ['s', spaces],
  ['D', invert(digits)],
  ['W', invert(words)],
  ['S', invert(spaces)],
]);

/** Takes the letter after a backslash; returns its character class (`d w s` and their complements), or undefined. */
export function shorthand(letter: string): Ranges | undefined {
  return shorthands.get(letter);
}

/** Returns the complement of a set of code points. */
function invert(ranges: Ranges): Ranges {
  const inverted: (readonly [number, number])[] = [];
  let next = 0;
  for (const [first, last] of normalise(ranges)) {
    if (first > next) inverted.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= greatest) inverted.push([next, greatest]);
  return inverted;
}

/** Returns the same code points in ascending ranges that neither overlap nor touch. */
function normalise(ranges: Ranges): Ranges {
  const merged: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/**
 * Takes characters and the position after a `[`; returns the code points of the class and the position after its `]`,
 * or undefined if it is not closed or a range is reversed.
 */
export function readClass(
  characters: readonly string[],
  start: number,
): { readonly ranges: Ranges; readonly end: number } | undefined {
  let at = start;
  const isNegated = characters[at] === '^';
  if (isNegated) at++;
  const ranges: (readonly [number, number])[] = [];
  for (let isFirst = true; isFirst || characters[at] !== ']'; isFirst = false) {
    const item = readItem(characters, at);
    if (item === undefined) return undefined;
    ranges.push(...item.ranges);
    at = item.end;
  }
  return { ranges: isNegated ? invert(ranges) : normalise(ranges), end: at + 1 };
}

function readItem(
  characters: readonly string[],
  at: number,
): { readonly ranges: Ranges; readonly end: number } | undefined {
  const first = readPoint(characters, at);
  if (first === undefined) return undefined;
  if (first.ranges !== undefined) return { ranges: first.ranges, end: first.end };
  const isRange = characters[first.end] === '-' && characters[first.end + 1] !== ']';
  const last = isRange ? readPoint(characters, first.end + 1) : first;
  if (last === undefined || last.point < first.point) return undefined;
  return { ranges: [[first.point, last.point]], end: last.end };
}

interface ClassPoint {
  readonly point: number;
  readonly ranges?: Ranges;
  readonly end: number;
}

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 };

function readPoint(characters: readonly string[], at: number): ClassPoint | undefined {
  const character = characters[at];
  if (character === undefined) return undefined;
  if (character !== '\\')
    return { point: defined(character.codePointAt(0), 'code point'), end: at + 1 };
  const escaped = characters[at + 1];
  if (escaped === undefined) return undefined;
  const ranges = shorthand(escaped);
  if (ranges !== undefined) return { point: 0, ranges, end: at + 2 };
  return { point: controls[escaped] ?? defined(escaped.codePointAt(0), 'code point'), end: at + 2 };
}
