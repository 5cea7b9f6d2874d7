import type { Budget } from './budget.ts';
import { unlimited } from './budget.ts';
import type { Environment } from './environment.ts';

/** Maximum time in milliseconds that work runs before it yields to the event loop. */
const slice_ms = 4;

/** Makes long work yield to the event loop every few milliseconds. */
export interface Yielder {
  /** Returns undefined while the time slice lasts; after that, a promise that resolves when a new slice begins. */
  yieldIfDue(): Promise<void> | undefined;
  /** Returns whether the time slice is over. */
  readonly isDue: () => boolean;
  /** What the work may use. */
  readonly budget: Budget;
}

/** Returns a yielder whose first time slice begins now. */
export function startYielder(environment: Environment): Yielder {
  let since_ms = environment.elapsed();
  const rest = async (): Promise<void> => {
    await environment.yieldToEventLoop();
    since_ms = environment.elapsed();
  };
  const isDue = (): boolean => environment.elapsed() - since_ms >= slice_ms;
  return {
    budget: environment.budget ?? unlimited,
    isDue,
    yieldIfDue: () => (isDue() ? rest() : undefined),
  };
}

/** Number of values to process between two calls of `yieldIfDue`. */
export const stride = 1024;
