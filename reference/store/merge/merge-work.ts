import type { Work } from '../../base/work.ts';

/** Number of copied values between two yields of a merge (some tenths of a millisecond). */
export const stepSize = 2048;

/** Like `stepSize`, for values that are the minimum of all inputs, which are slower to find. */
export const choiceStepSize = 128;

/** Marks a document that is dropped. */
export const dropped = 0xffffffff;

/** The new numbers of the documents of one input: `table[old]` is the new number, or `dropped`. */
export interface DocumentMap {
  readonly table: Uint32Array;
  readonly kept: number;
}

/** Number of values that one `slice` copies: it copies many times faster than a loop. */
const copiedAtOnce = 2 ** 18;

/** Returns the first `length` values of an array in an array of that size: the same one if it is full. */
export function* exactly(values: Uint32Array, length: number): Work<Uint32Array> {
  if (length === values.length) return values;
  const exact = new Uint32Array(length);
  for (let from = 0; from < length; from += copiedAtOnce) {
    yield;
    exact.set(values.subarray(from, Math.min(length, from + copiedAtOnce)), from);
  }
  return exact;
}
