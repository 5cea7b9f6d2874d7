/** Ctrl-C or SIGTERM, once it came. */
export interface Interrupt {
  readonly isStopping: () => boolean;
  /** Sets what is done at the first signal; done at once where it came before. */
  readonly onStop: (action: () => void) => void;
  /** Lets signals end the process again. */
  readonly release: () => void;
}

const exitCode = 130;

/** Takes over Ctrl-C and SIGTERM: the first lets the run clean up, a second ends the process at once. */
export function catchInterrupt(): Interrupt {
  let stopping = false;
  let act: () => void = () => undefined;
  const onSignal = (): void => {
    if (stopping) process.exit(exitCode);
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
