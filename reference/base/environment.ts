import { randomBytes } from 'node:crypto';
import type { Budget } from './budget.ts';
import { turnQueue } from './turn-queue.ts';

/** A timer that has been set; `cancel` may be called at any time, also after it has fired. */
export interface Timer {
  cancel(): void;
}

/** Clock, random source and timers of the server. Tests pass in their own. */
export interface Environment {
  /** Milliseconds since the epoch. Jumps when the clock of the machine is set. */
  now(): number;
  /** Milliseconds since some moment; never goes back, and does not jump. All periods of time are measured with it. */
  elapsed(): number;
  /** `count` unpredictable bytes. */
  randomBytes(count: number): Uint8Array;
  /** Calls `action` once, `delay_ms` from now, as measured by `elapsed`. */
  setTimer(delay_ms: number, action: () => void): Timer;
  /**
   * Resolves after other work that is waiting in the event loop has run. Only one caller continues in each iteration of
   * the loop, so that many long tasks together do not block it longer than one. `steps` is the number of steps that the
   * caller has had; those with few continue earlier.
   */
  yieldToEventLoop(steps?: number): Promise<void>;
  /** What the work that uses this environment may use; undefined: it is not limited. */
  readonly budget?: Budget;
}

/** An environment whose clock can be advanced (`--test-control`). */
export interface ControlledEnvironment extends Environment {
  /** Moves the clock by `by_ms` (at least 0) and fires the timers that have come due. */
  advance(by_ms: number): void;
}

interface PendingTimer {
  readonly due_ms: number;
  readonly action: () => void;
}

/** The maximum delay of the platform's timers. */
const maxDelay_ms = 2 ** 31 - 1;

/**
 * The clock, random source and timers of the machine, with an offset that `advance` adds to.
 * Timers do not keep the process alive.
 */
export function systemEnvironment(): ControlledEnvironment {
  const pending = new Map<PendingTimer, NodeJS.Timeout>();
  let offset_ms = 0;
  const elapsed = () => performance.now() + offset_ms;

  const arm = (timer: PendingTimer): void => {
    const wait_ms = Math.min(Math.max(0, timer.due_ms - elapsed()), maxDelay_ms);
    pending.set(timer, setTimeout(() => fire(timer), wait_ms).unref());
  };
  const fire = (timer: PendingTimer): void => {
    clearTimeout(pending.get(timer));
    if (timer.due_ms > elapsed()) return arm(timer);
    pending.delete(timer);
    timer.action();
  };

  return {
    now: () => Date.now() + offset_ms,
    elapsed,
    randomBytes: (count) => randomBytes(count),
    setTimer(delay_ms, action) {
      const timer = { due_ms: elapsed() + delay_ms, action };
      arm(timer);
      return {
        cancel() {
          clearTimeout(pending.get(timer));
          pending.delete(timer);
        },
      };
    },
    yieldToEventLoop: eventLoopQueue(),
    advance(by_ms) {
      offset_ms += Math.max(0, by_ms);
      const due = [...pending.keys()].filter((timer) => timer.due_ms <= elapsed());
      for (const timer of due.sort((a, b) => a.due_ms - b.due_ms)) fire(timer);
    },
  };
}

/** Returns a function that makes its callers wait for one iteration of the event loop each, in fair turns. */
function eventLoopQueue(): (steps?: number) => Promise<void> {
  const waiting = turnQueue();
  const turn = (): void => {
    const next = waiting.take();
    if (waiting.size > 0) setImmediate(turn);
    next?.resume();
  };
  return (steps = 0) =>
    new Promise((resume) => {
      waiting.add({ steps, resume });
      if (waiting.size === 1) setImmediate(turn);
    });
}
