import { now, pause } from '../base/environment.ts';
import { Mismatch, Violation } from '../base/errors.ts';

/** What to wait for, how often to try, and for how long. */
export interface Waiting {
  readonly description: string;
  readonly interval_ms: number;
  readonly deadline_ms: number;
  /** Called before each attempt. */
  readonly before: () => Promise<void>;
}

/**
 * Repeats the attempt while it throws Mismatch; returns its result. Throws Mismatch (`never`) after the deadline;
 * any other error, including a Violation, ends the wait at once.
 */
export async function waitUntil<T>(waiting: Waiting, attempt: () => Promise<T>): Promise<T> {
  const end_ms = now() + waiting.deadline_ms;
  for (;;) {
    await waiting.before();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Mismatch) || error instanceof Violation) throw error;
      if (now() >= end_ms) {
        const message = `${waiting.description}: not within ${waiting.deadline_ms} ms (${error.message})`;
        throw new Mismatch(error.expected, error.got, { message, kind: 'never' });
      }
    }
    await pause(waiting.interval_ms);
  }
}
