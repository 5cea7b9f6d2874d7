import type { Environment, Timer } from './environment.ts';

/** An entry that expires. */
export interface Expiring {
  readonly id: string;
  readonly expiresAt_ms: number;
}

/** Removes entries when they expire. */
export interface ExpiryClock {
  readonly dropExpired: () => void;
  /** Must be called with every new expiry time. */
  readonly expect: (expiresAt_ms: number) => void;
}

/**
 * Returns a clock that deletes entries from a map when they expire, and calls `onEnd` with each. It uses one timer for
 * all entries.
 */
export function expiryClock<Kept extends Expiring>(
  environment: Environment,
  entries: Map<string, Kept>,
  onEnd: (entry: Kept) => void,
): ExpiryClock {
  let timer: Timer | undefined;
  /** No entry expires before this time. */
  let earliest_ms = Number.POSITIVE_INFINITY;
  const arm = (): void => {
    timer?.cancel();
    timer =
      entries.size === 0
        ? undefined
        : environment.setTimer(Math.max(1, earliest_ms - environment.elapsed()), onTimer);
  };
  const onTimer = (): void => {
    if (environment.elapsed() < earliest_ms) arm();
    else dropExpired();
  };
  const dropExpired = (): void => {
    const now_ms = environment.elapsed();
    if (now_ms < earliest_ms) return;
    earliest_ms = Number.POSITIVE_INFINITY;
    for (const entry of entries.values()) {
      if (entry.expiresAt_ms > now_ms) {
        earliest_ms = Math.min(earliest_ms, entry.expiresAt_ms);
      } else {
        entries.delete(entry.id);
        onEnd(entry);
      }
    }
    arm();
  };
  return {
    dropExpired,
    expect(expiresAt_ms) {
      if (expiresAt_ms >= earliest_ms) return;
      earliest_ms = expiresAt_ms;
      arm();
    },
  };
}
