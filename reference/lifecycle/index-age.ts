import { refuse, ServiceError } from '../base/service-error.ts';
import { parseDate } from '../base/dates/dates.ts';
import type { Index } from '../store/index-service.ts';

const nanosPer_ms = 1_000_000n;

/**
 * Returns the time, in ms since the epoch, from which the age of an index is counted for its phases: its rollover, else
 * the origination date of its settings, else its creation. Throws illegal_argument_exception if the name of the index
 * must contain a date and does not.
 *
 * rollover.delete-counts-from-rollover, rollover.delete-not-from-creation, lifecycle.origination-date.
 */
export function originOf(index: Index): number {
  const rolled_ms = index.metadata.lifecycle?.rolled_ms;
  if (rolled_ms !== undefined) return rolled_ms;
  const { flat } = index.settings;
  const origin_ms = Number(flat.get('index.lifecycle.origination_date') ?? -1);
  if (origin_ms >= 0) return origin_ms;
  if (flat.get('index.lifecycle.parse_origination_date') !== 'true') return index.created_ms;
  return dateInName(index.name);
}

function dateInName(name: string): number {
  const date = /^.*-(\d{4}\.\d{2}\.\d{2})(?:-\d+)?$/.exec(name)?.[1];
  if (date === undefined) {
    return refuse(
      `index name [${name}] does not match pattern '^.*-(\\d{4}.\\d{2}.\\d{2})(-\\d+)?$'`,
    );
  }
  try {
    return Number(parseDate(date, 'uuuu.MM.dd') / nanosPer_ms);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return refuse(`index name [${name}] contains no date: ${error.reason}`);
  }
}
