import type { Environment, Timer } from './environment.ts';

/** What is kept for some time. */
export interface Expiring {
  readonly id: string;
  readonly expiresAt_ms: number;
}

/** Ends what is kept when its time is over. */
export interface ExpiryClock {
  readonly dropExpired: () => void;
  /** Has to be told of each new expiry. */
  readonly expect: (expiresAt_ms: number) => void;
}

/**
 * Takes what is kept, by its id; gives a clock that takes out each whose time is over, when it is over, and calls `onEnd`
 * with it. However much is kept, one timer runs.
 */
export function expiryClock<Kept extends Expiring>(
  environment: Environment,
  kept: Map<string, Kept>,
  onEnd: (one: Kept) => void,
): ExpiryClock {
  let timer: Timer | undefined;
  /** Nothing expires before this. */
  let earliest_ms = Number.POSITIVE_INFINITY;
  const arm = (): void => {
    timer?.cancel();
    timer =
      kept.size === 0
        ? undefined
        : environment.setTimer(Math.max(1, earliest_ms - environment.now()), ring);
  };
  const ring = (): void => {
    if (environment.now() < earliest_ms) arm();
    else dropExpired();
  };
  const dropExpired = (): void => {
    const now_ms = environment.now();
    if (now_ms < earliest_ms) return;
    earliest_ms = Number.POSITIVE_INFINITY;
    for (const one of kept.values()) {
      if (one.expiresAt_ms > now_ms) {
        earliest_ms = Math.min(earliest_ms, one.expiresAt_ms);
      } else {
        kept.delete(one.id);
        onEnd(one);
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
