import type { Yielder } from './yielder.ts';

/** Work in steps: after each `yield` other work may run. The generator returns the result. */
export type Work<R> = Generator<undefined, R, void>;

/** Maps a list like its method `map`, with `size` items in each step. */
export function* mapInSteps<Item, Mapped>(
  items: readonly Item[],
  size: number,
  map: (item: Item, at: number) => Mapped,
): Generator<undefined, readonly Mapped[]> {
  const mapped: Mapped[] = [];
  for (const [at, item] of items.entries()) {
    if (at % size === size - 1) yield;
    mapped.push(map(item, at));
  }
  return mapped;
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
