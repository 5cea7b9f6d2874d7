import type { ControlledEnvironment, Timer } from '../base/environment.ts';

interface Pending {
  readonly due_ms: number;
  readonly action: () => void;
}

/** Returns an environment whose time changes only when it is advanced, and whose random bytes are a counter. */
export function handClock(): ControlledEnvironment {
  const pending = new Set<Pending>();
  let now_ms = 1_600_000_000_000;
  let given = 0;
  return {
    now: () => now_ms,
    randomBytes: (count) => Uint8Array.from({ length: count }, () => given++ % 256),
    setTimer(delay_ms, action): Timer {
      const timer = { due_ms: now_ms + delay_ms, action };
      pending.add(timer);
      return { cancel: () => void pending.delete(timer) };
    },
    yieldToEventLoop: () => Promise.resolve(),
    advance(by_ms) {
      now_ms += by_ms;
      const due = [...pending].filter((timer) => timer.due_ms <= now_ms);
      for (const timer of due.sort((a, b) => a.due_ms - b.due_ms)) {
        if (pending.delete(timer)) timer.action();
      }
    },
  };
}
