import type { RunningServer } from './server.ts';

/**
 * Stops a server on SIGTERM or SIGINT and ends the process with 0. The first signal lets running requests finish; the
 * second one ends the process with 1. If the server fails to stop, `onFailure` is called and the process ends with 1.
 * Returns the function that stops it without a signal.
 */
export function stopOnSignal(
  server: RunningServer,
  onFailure: (error: unknown) => void,
): () => void {
  const stop = (): void => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.removeListener(signal, stop);
      process.once(signal, () => process.exit(1));
    }
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        onFailure(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  return stop;
}
