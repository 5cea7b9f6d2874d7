import type { ControlledEnvironment } from '../base/environment.ts';
import { refuse } from '../base/service-error.ts';
import { parseTime } from '../base/units.ts';

/** Later dates have more than four digits; far beyond, a clock does not count single milliseconds any more. */
const latest_ms = Date.UTC(9999, 11, 31);

/** Moves the clock forward by a duration and returns the new time. Throws a ServiceError if it is none, or too long. */
export function advanceClock(environment: ControlledEnvironment, duration: string): number {
  const by_ms = parseTime(duration, 'advance');
  if (by_ms < 0) return refuse(`the clock cannot go back by [${duration}]`);
  if (environment.now() + by_ms > latest_ms) {
    return refuse(`[${duration}] would move the clock beyond the year 9999`);
  }
  environment.advance(by_ms);
  return environment.now();
}
