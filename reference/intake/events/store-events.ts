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
 * status 503 if the search service stores none.
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
    if (status === 200) return reportRefused(body, log);
    log(`the search service did not store the events: status ${status}`);
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error;
    log(error.message);
  }
  throw new IntakeRefusal(503, unavailable);
}

function reportRefused(body: JsonValue, log: (report: string) => void): void {
  if (member(body, 'errors') !== true) return;
  const items = member(body, 'items');
  const errors = (Array.isArray(items) ? items : []).flatMap((item: JsonValue) => {
    const error = member(member(item, 'create'), 'error');
    return error === undefined ? [] : [error];
  });
  const reason = (JSON.stringify(member(errors[0], 'reason')) ?? '').slice(0, maxReason);
  log(`${errors.length} events are lost: the search service refused them: ${visible(reason)}`);
}
