import type { Environment } from '../base/environment.ts';

/** Work may hold the event loop this long, in milliseconds, before others have their turn. */
const slice_ms = 4;

/** Lets long work give way. */
export interface Pace {
  /** Resolves at once while the work is young, and after others have had their turn when it is not. */
  check(): Promise<void> | undefined;
}

/** Takes an environment and gives a pace that starts now. */
export function startPace(environment: Environment): Pace {
  let since_ms = environment.now();
  const rest = async (): Promise<void> => {
    await environment.breathe();
    since_ms = environment.now();
  };
  return {
    check: () => (Math.abs(environment.now() - since_ms) < slice_ms ? undefined : rest()),
  };
}

/** Documents that are handled between two looks at the clock. */
export const stride = 1024;
