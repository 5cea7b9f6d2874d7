import { randomBytes } from 'node:crypto';
import type { Budget } from './budget.ts';

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

/** Returns a text that nobody can guess: `count` random bytes in the characters of a URL. */
export function randomText(
  { randomBytes: random }: Pick<Environment, 'randomBytes'>,
  count: number,
) {
  return Buffer.from(random(count)).toString('base64url');
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

/** One that waits for its turn: `steps` is the number of steps that it has had. */
interface Waiting {
  readonly steps: number;
  readonly resume: () => void;
}

/**
 * Returns a function that makes its callers wait for one iteration of the event loop each. Turns go alternately to the
 * one that has waited longest and to the one that has had the fewest steps: short work ends soon beside any number of
 * long ones, and none of those waits for ever.
 */
function eventLoopQueue(): (steps?: number) => Promise<void> {
  const waiting: Waiting[] = [];
  let isForOldest = true;
  const turn = (): void => {
    const [next] = waiting.splice(isForOldest ? 0 : fewestSteps(waiting), 1);
    isForOldest = !isForOldest;
    if (waiting.length > 0) setImmediate(turn);
    next?.resume();
  };
  return (steps = 0) =>
    new Promise((resume) => {
      if (waiting.push({ steps, resume }) === 1) setImmediate(turn);
    });
}

function fewestSteps(waiting: readonly Waiting[]): number {
  const least = Math.min(...waiting.map(({ steps }) => steps));
  return waiting.findIndex(({ steps }) => steps === least);
}
