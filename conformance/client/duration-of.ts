import { durationMs } from '../base/duration.ts';
import { KitFault } from '../base/errors.ts';

/** The length in milliseconds of a duration such as `2s` or `7d`. Throws KitFault if the text is none. */
export function durationOf(text: string): number {
  const duration_ms = durationMs(text);
  if (duration_ms === undefined) throw new KitFault(`"${text}" is no duration such as 2s or 7d`);
  return duration_ms;
}
