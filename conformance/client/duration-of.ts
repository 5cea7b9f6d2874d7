import { durationMs } from '../base/duration.ts';
import { KitFault } from '../base/errors.ts';

/** Parses a duration such as `2s` or `7d` into milliseconds. Throws KitFault if the text is not a duration. */
export function durationOf(text: string): number {
  const duration_ms = durationMs(text);
  if (duration_ms === undefined) throw new KitFault(`"${text}" is not a duration such as 2s or 7d`);
  return duration_ms;
}
