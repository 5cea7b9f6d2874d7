import type { Environment } from '../base/environment.ts';

/** Limits the number of distinct keys within a minute. */
export interface KeyLimit {
  /**
   * Returns true if the key was admitted within the last minute or the limit is not reached; the key is then counted
   * for one minute.
   */
  admit(id: string): boolean;
  /** Removes a key from the count. */
  release(id: string): void;
}

const minute_ms = 60_000;

/**
 * Takes the maximum number of distinct keys within a minute.
 *
 * intake.limit-bounds-unique-keys, intake.limit-counts-a-key-once, intake.limit-per-minute,
 * intake.limit-covers-configuration, intake.limit-and-false-credentials.
 */
export function createKeyLimit(limit: number, environment: Pick<Environment, 'elapsed'>): KeyLimit {
  // In the order of admission, so that the first ones expire first.
  const ends_ms = new Map<string, number>();
  const dropOver = (): void => {
    for (const [id, end_ms] of ends_ms) {
      if (end_ms > environment.elapsed()) return;
      ends_ms.delete(id);
    }
  };
  return {
    admit(id) {
      dropOver();
      if (ends_ms.has(id)) return true;
      if (ends_ms.size >= limit) return false;
      ends_ms.set(id, environment.elapsed() + minute_ms);
      return true;
    },
    release: (id) => void ends_ms.delete(id),
  };
}
