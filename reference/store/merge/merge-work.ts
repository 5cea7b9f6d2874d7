/** Work done in steps: after each `yield` others may run. What the generator returns is the result. */
export type Work<R> = Generator<void, R, void>;

/** A merge yields after about this many values have been moved (some tenths of a millisecond). */
export const stepSize = 2048;

/** The same for values that are each the least of all inputs' next ones. */
export const choiceStepSize = 128;

/** Marks a document that did not survive. */
export const dropped = 0xffffffff;

/** Where the documents of one input of a merge went: `table[old]` is the new number, or `dropped`. */
export interface DocumentMap {
  readonly table: Uint32Array;
  readonly kept: number;
}

/** Does all steps at once. */
export function finishWork<R>(work: Work<R>): R {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
