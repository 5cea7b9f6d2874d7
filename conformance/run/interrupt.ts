import { now } from '../base/environment.ts';
import { exitCodes } from '../report/exit-code.ts';

/**
 * A second signal this soon is the same one: a shell or `timeout` signals the process, and once more its whole group.
 */
const sameSignal_ms = 1000;

/** Ctrl-C and SIGTERM of this process. */
export interface Interrupt {
  readonly isStopping: () => boolean;
  /** Sets the action for the first signal; runs it at once if the signal has come already. */
  readonly onStop: (action: () => void) => void;
  /** Restores the default: signals end the process. */
  readonly release: () => void;
}

/** Handles Ctrl-C and SIGTERM: the first signal lets the run clean up, the second ends the process at once. */
export function catchInterrupt(): Interrupt {
  let stopping = false;
  let first_ms = 0;
  let act: () => void = () => undefined;
  const onSignal = (): void => {
    if (stopping && now() - first_ms < sameSignal_ms) return;
    if (stopping) process.exit(exitCodes.interrupted);
    stopping = true;
    first_ms = now();
    act();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    isStopping: () => stopping,
    onStop(action) {
      act = action;
      if (stopping) action();
    },
    release() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
