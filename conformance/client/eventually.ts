import { now } from '../base/environment.ts';
import { wait } from '../base/shutdown.ts';
import { Mismatch, Violation } from '../base/errors.ts';

/** The options of a wait. */
export interface Waiting {
  /** The awaited condition, for the error message. */
  readonly description: string;
  /** The pause between two attempts. */
  readonly interval_ms: number;
  /** The time limit of the whole wait. */
  readonly deadline_ms: number;
  /** Called before each attempt. */
  readonly before: () => Promise<void>;
}

/**
 * Repeats the attempt while it throws Mismatch, and returns its result. Throws Mismatch of kind `never` after the
 * deadline. Any other error, including a Violation, ends the wait immediately.
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
    await wait(waiting.interval_ms);
  }
}
