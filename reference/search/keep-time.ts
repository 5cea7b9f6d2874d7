import { refuse } from '../base/service-error.ts';
import { formatTime, parseTime } from '../base/units.ts';

/**
 * Takes a keep time as a request gives it, the name of the member that holds it, and the longest that is allowed;
 * gives milliseconds. Throws a ServiceError if the text is no time, is not above 0, or above the limit.
 */
export function keepTime(text: string, member: string, maxKeepAlive_ms: number): number {
  const keep_ms = parseTime(text, member);
  if (keep_ms <= 0) return refuse(`[${member}] must be greater than [0] but was [${text}]`);
  if (keep_ms > maxKeepAlive_ms) {
    return refuse(
      `Keep alive for request (${formatTime(keep_ms)}) is too large. It must be less than (${formatTime(maxKeepAlive_ms)}). This limit can be set by changing the [search.max_keep_alive] cluster level setting.`,
    );
  }
  return keep_ms;
}
