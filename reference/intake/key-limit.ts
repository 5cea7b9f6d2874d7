import type { Environment } from '../base/environment.ts';

/** Counts the ids of keys that a minute brings. */
export interface KeyLimit {
  /**
   * Gives true where the id was let in within the last minute already, or a place is free; the id then has its place
   * until a minute after it was taken.
   */
  admit(id: string): boolean;
  /** Gives the place of an id back, as if the id had not come. */
  release(id: string): void;
}

const minute_ms = 60_000;

/**
 * Takes how many ids a minute may bring.
 *
 * intake.limit-bounds-unique-keys, intake.limit-counts-a-key-once, intake.limit-per-minute.
 */
export function createKeyLimit(limit: number, environment: Pick<Environment, 'now'>): KeyLimit {
  // In the order in which places were taken, so the first ones are the first to end.
  const ends_ms = new Map<string, number>();
  const dropOver = (): void => {
    for (const [id, end_ms] of ends_ms) {
      if (end_ms > environment.now()) return;
      ends_ms.delete(id);
    }
  };
  return {
    admit(id) {
      dropOver();
      if (ends_ms.has(id)) return true;
      if (ends_ms.size >= limit) return false;
      ends_ms.set(id, environment.now() + minute_ms);
      return true;
    },
    release: (id) => void ends_ms.delete(id),
  };
}
