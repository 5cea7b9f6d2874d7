import { refuse } from '../base/service-error.ts';
import { formatTime, parseTime } from '../base/units.ts';

/**
 * Parses the keep time of a request; returns milliseconds. Throws a ServiceError, which names the member, if the text
 * is not a time, not greater than 0, or greater than the limit.
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
