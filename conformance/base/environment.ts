import { randomBytes } from 'node:crypto';
import { Interrupted } from './errors.ts';

/** Milliseconds of a clock that nobody sets: for durations and limits. */
export function now(): number {
  return Math.round(performance.now());
}

/** Milliseconds since the epoch, by the clock of the system: for what is compared with the clock of another. */
export function wallClock(): number {
  return Date.now();
}

/** `count` random bytes as lower-case hexadecimal digits. */
export function randomHex(count: number): string {
  return randomBytes(count).toString('hex');
}

/** A seed for a run that explores. */
export function randomSeed(): number {
  return randomBytes(4).readUInt32BE() >>> 1;
}

/** Resolves after `delay_ms`. */
export function pause(delay_ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delay_ms));
}

/** Calls `action` after `delay_ms`; the returned function cancels it. */
export function after(delay_ms: number, action: () => void): () => void {
  const timer = setTimeout(action, delay_ms);
  return () => clearTimeout(timer);
}

/** Once the process is asked to stop: the time for everything that is still to be sent, and for each request. */
const cleanup_ms = 3000;
const request_ms = 1000;

/** When that time is over; undefined as long as nobody has asked the process to stop. */
let end_ms: number | undefined;

/** What ends the waits and requests of this process. */
const running = new Set<() => void>();

/** Ends all waits, and after a second all requests: the process was asked to stop. Later requests have little time. */
export function beginShutdown(): void {
  if (end_ms !== undefined) return;
  end_ms = now() + cleanup_ms;
  for (const end of running) end();
}

/** Waits and requests have all their time again. */
export function endShutdown(): void {
  end_ms = undefined;
}

/** True if the process was asked to stop. */
export function isShuttingDown(): boolean {
  return end_ms !== undefined;
}

/** Resolves after `delay_ms`. Throws Interrupted as soon as the process is asked to stop. */
export function wait(delay_ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopped = new Interrupted('the run is being stopped');
    if (end_ms !== undefined) return reject(stopped);
    const end = (): void => {
      cancel();
      running.delete(end);
      reject(stopped);
    };
    const cancel = after(delay_ms, () => {
      running.delete(end);
      resolve();
    });
    running.add(end);
  });
}

/** Calls `abort` a second after the process is asked to stop, unless the work has ended before. */
export async function abortedOnShutdown<Result>(
  work: PromiseLike<Result>,
  abort: () => void,
): Promise<Result> {
  let cancel = (): void => undefined;
  const limit = (): void => {
    const left_ms = (end_ms ?? Infinity) - now();
    cancel = after(Math.max(0, Math.min(request_ms, left_ms)), abort);
  };
  running.add(limit);
  if (end_ms !== undefined) limit();
  try {
    return await work;
  } finally {
    running.delete(limit);
    cancel();
  }
}
