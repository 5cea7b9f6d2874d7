/** Work in steps: after each `yield` other work may run. The generator returns the result. */
export type Work<R> = Generator<void, R, void>;

/** A merge yields after about this many moved values (some tenths of a millisecond). */
export const stepSize = 2048;

/** The same for values that are chosen as the minimum of all inputs, which takes longer. */
export const choiceStepSize = 128;

/** Marks a document that is dropped. */
export const dropped = 0xffffffff;

/** The new numbers of the documents of one input: `table[old]` is the new number, or `dropped`. */
export interface DocumentMap {
  readonly table: Uint32Array;
  readonly kept: number;
}

/** Runs all steps at once. */
export function finishWork<R>(work: Work<R>): R {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
