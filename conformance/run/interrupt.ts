import { exitCodes } from '../report/exit-code.ts';

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
  let act: () => void = () => undefined;
  const onSignal = (): void => {
    if (stopping) process.exit(exitCodes.interrupted);
    stopping = true;
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
