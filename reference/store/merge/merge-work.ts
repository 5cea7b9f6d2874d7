import type { Yielder } from '../../base/yielder.ts';

/** Work in steps: after each `yield` other work may run. The generator returns the result. */
export type Work<R> = Generator<void, R, void>;

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

/** Runs all steps at once. */
export function finishWork<R>(work: Work<R>): R {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Runs the steps in turns with other work of the event loop. */
export async function runInTurns<R>(work: Work<R>, yielder: Yielder): Promise<R> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    const rest = yielder.yieldIfDue();
    if (rest !== undefined) await rest;
  }
}
