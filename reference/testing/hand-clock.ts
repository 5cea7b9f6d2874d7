import type { ControlledEnvironment, Timer } from '../base/environment.ts';

interface Pending {
  readonly due_ms: number;
  readonly action: () => void;
}

/** An environment whose time changes only when a test says so. */
export interface HandClock extends ControlledEnvironment {
  /** Sets the clock forward or back, as an administrator does: no time passes. */
  jump(by_ms: number): void;
}

/** Returns an environment whose time changes only when it is advanced, and whose random bytes are a counter. */
export function handClock(): HandClock {
  const pending = new Set<Pending>();
  let now_ms = 1_600_000_000_000;
  let elapsed_ms = 0;
  let given = 0;
  return {
    now: () => now_ms,
    elapsed: () => elapsed_ms,
    randomBytes: (count) => Uint8Array.from({ length: count }, () => given++ % 256),
    setTimer(delay_ms, action): Timer {
      const timer = { due_ms: elapsed_ms + delay_ms, action };
      pending.add(timer);
      return { cancel: () => void pending.delete(timer) };
    },
    jump: (by_ms) => void (now_ms += by_ms),
    yieldToEventLoop: () => Promise.resolve(),
    advance(by_ms) {
      now_ms += by_ms;
      elapsed_ms += by_ms;
      const due = [...pending].filter((timer) => timer.due_ms <= elapsed_ms);
      for (const timer of due.sort((a, b) => a.due_ms - b.due_ms)) {
        if (pending.delete(timer)) timer.action();
      }
    },
  };
}
