/** Equal parts of this length are compared as a whole, which is much faster. */
const block = 1024;

/**
 * Compares two strings by code points, as terms are ordered: returns a negative number, 0 or a positive number. By code
 * units, characters outside the basic plane would come before some with smaller code points.
 */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let equal = 0;
  while (
    equal + block < length &&
    a.slice(equal, equal + block) === b.slice(equal, equal + block)
  ) {
    equal += block;
  }
  for (let at = equal; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return lift(left) - lift(right);
  }
  return a.length - b.length;
}

/** Maps surrogates above all other code units. */
function lift(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/**
 * Returns the first index in 0 … `length` for which `isReached` is true; it must be false below some index and true
 * from it on.
 */
export function firstIndex(length: number, isReached: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Compares two numbers, or two texts by code points; returns a negative number if `a` comes first. */
export function compareValues(a: number | bigint | string, b: number | bigint | string): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
