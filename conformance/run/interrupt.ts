import { now, beginShutdown, endShutdown } from '../base/environment.ts';
import { exitCodes } from '../report/exit-code.ts';

/**
 * A second signal this soon is the same one: a shell or `timeout` signals the process, and once more its whole group.
 */
const sameSignal_ms = 1000;

/** Ctrl-C, the end of the terminal (SIGHUP), and SIGTERM. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The signals that ask this process to stop. */
export interface Interrupt {
  readonly isStopping: () => boolean;
  /** Sets the action for the first signal; runs it at once if the signal has come already. */
  readonly onStop: (action: () => void) => void;
  /** Sets the action for the second signal, before the process ends; it must not wait. */
  readonly onForce: (action: () => void) => void;
  /**
   * Ends the handling: signals end the process by default. After a first signal, the process is about to end with its own
   * exit code: a second one then only ends it at once.
   */
  readonly release: () => void;
}

/** Handles the signals: the first one lets the run clean up, the second ends the process at once. */
export function catchInterrupt(): Interrupt {
  let stopping = false;
  let first_ms = 0;
  let act: () => void = () => undefined;
  let force: () => void = () => undefined;
  const onSignal = (): void => {
    if (stopping && now() - first_ms < sameSignal_ms) return;
    if (stopping) {
      force();
      process.exit(exitCodes.interrupted);
    }
    stopping = true;
    first_ms = now();
    beginShutdown();
    act();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    isStopping: () => stopping,
    onStop(action) {
      act = action;
      if (stopping) action();
    },
    onForce(action) {
      force = action;
    },
    release() {
      force = () => undefined;
      endShutdown();
      if (stopping) return;
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
