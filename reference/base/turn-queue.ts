/** One that waits for its turn. */
interface Waiting {
  /** Number of steps that it has had so far. */
  readonly steps: number;
  readonly resume: () => void;
}

/** A queue in which short work is not held up by long work. */
export interface TurnQueue {
  readonly size: number;
  add(waiting: Waiting): void;
  /** Puts one that waits before all others. */
  hurry(waiting: Waiting): void;
  /** Removes the next one and returns it; undefined if none waits. */
  take(): Waiting | undefined;
}

/**
 * Returns a queue whose turns go alternately to the one that has waited longest and to the one that has had the fewest
 * steps: short work ends soon beside any number of long ones, and none of those waits for ever.
 */
export function turnQueue(): TurnQueue {
  const waiting: Waiting[] = [];
  let isForOldest = true;
  return {
    get size() {
      return waiting.length;
    },
    add: (one) => void waiting.push(one),
    hurry(one) {
      const at = waiting.indexOf(one);
      if (at >= 0) waiting.unshift(...waiting.splice(at, 1));
      isForOldest = true;
    },
    take() {
      const [next] = waiting.splice(isForOldest ? 0 : leastUsed(waiting), 1);
      isForOldest = !isForOldest;
      return next;
    },
  };
}

function leastUsed(waiting: readonly Waiting[]): number {
  let best = 0;
  for (const [at, { steps }] of waiting.entries()) {
    if (steps < (waiting[best]?.steps ?? Infinity)) best = at;
  }
  return best;
}

/** Number of steps that one has before it lets another take its place. */
const stepsOfTurn = 10;

/** The place of one piece of work among those that share a number of places. */
export interface Place {
  /** Resolves when the work may take its next step; must be awaited before each. */
  step(steps: number): Promise<void>;
  /** Lets the work take the next place that becomes free. */
  hurry(): void;
  /** Gives the place to another. */
  leave(): void;
}

/** A number of places that any number of pieces of work share in turns. */
export interface Places {
  enter(): Place;
}

/** Returns `count` places. */
export function createPlaces(count: number): Places {
  const queue = turnQueue();
  let free = count;
  const pass = (): void => {
    const next = queue.take();
    if (next === undefined) free++;
    else next.resume();
  };
  return { enter: () => createPlace({ queue, pass, takeFree: () => free > 0 && free-- > 0 }) };
}

interface Shared {
  readonly queue: TurnQueue;
  /** Gives a place to the next one that waits. */
  readonly pass: () => void;
  /** Takes a free place; returns false if there is none. */
  readonly takeFree: () => boolean;
}

function createPlace({ queue, pass, takeFree }: Shared): Place {
  let holds = false;
  let left = 0;
  let waiting: Waiting | undefined;
  return {
    async step(steps) {
      if (holds && (left-- > 0 || queue.size === 0)) return;
      if (holds) pass();
      holds = takeFree();
      if (!holds) {
        await new Promise<void>((resume) => {
          waiting = { steps, resume };
          queue.add(waiting);
        });
        waiting = undefined;
        holds = true;
      }
      left = stepsOfTurn;
    },
    hurry() {
      if (waiting !== undefined) queue.hurry(waiting);
    },
    leave() {
      if (holds) pass();
      holds = false;
    },
  };
}
