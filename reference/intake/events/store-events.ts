import type { JsonValue } from '../../base/json.ts';
import { IntakeRefusal, unavailable } from '../request-stream.ts';
import type { SearchService } from '../search-service.ts';
import { visible } from '../../base/visible.ts';
import { member, ServiceUnavailable } from '../search-service.ts';
import type { EventDocument } from './event-document.ts';

/** Where events are stored. */
export interface EventStore {
  readonly service: Pick<SearchService, 'send'>;
  readonly log: (report: string) => void;
}

/** The most characters of a reason of the search service that are reported. */
const maxReason = 1000;

/**
 * Stores events with `_bulk`; those that the search service refuses are reported, and lost. Throws an IntakeRefusal with
 * status 503 if the search service stores none, or does not say whether it has.
 */
export async function storeEvents(
  documents: readonly EventDocument[],
  { service, log }: EventStore,
): Promise<void> {
  if (documents.length === 0) return;
  const lines = documents.map(
    ({ index, source }) => `{"create":{"_index":"${index}"}}\n${source}\n`,
  );
  try {
    const request = { path: '/_bulk', body: lines.join(''), type: 'application/x-ndjson' } as const;
    const { status, body } = await service.send(request);
    const errors = member(body, 'errors');
    if (status === 200 && errors === false) return;
    if (status === 200 && errors === true) return reportRefused(body, log);
    const what = status === 200 ? 'its answer is not one of _bulk' : `status ${status}`;
    log(`the search service did not store the events: ${what}`);
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error;
    log(error.message);
  }
  throw new IntakeRefusal(503, unavailable);
}

function reportRefused(body: JsonValue, log: (report: string) => void): void {
  const items = member(body, 'items');
  const errors = (Array.isArray(items) ? items : []).flatMap((item: JsonValue) => {
    const error = member(member(item, 'create'), 'error');
    return error === undefined ? [] : [error];
  });
  const reason = member(errors[0], 'reason');
  const shown =
    typeof reason === 'string' ? visible(reason.slice(0, maxReason)) : 'without a reason';
  const count = errors.length > 0 ? errors.length : 'some';
  log(`${count} events are lost: the search service refused them: ${shown}`);
}
