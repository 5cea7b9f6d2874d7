import type { Environment, Timer } from '../../base/environment.ts';
import type { JsonValue } from '../../base/json.ts';
import type { SearchService } from '../search-service.ts';
import { member, ServiceUnavailable, visible } from '../search-service.ts';
import type { EventDocument } from './event-document.ts';

/** Queues events until the search service has stored them, in their order. */
export interface EventQueue {
  /** Adds events to the queue. If there is not enough room for all of them, adds none and returns false. */
  offer(documents: readonly EventDocument[]): boolean;
  /** Tries once more to store the queued events; resolves when this has succeeded or failed. */
  stop(): Promise<void>;
}

/** Options of the queue. */
export interface QueueOptions {
  readonly service: Pick<SearchService, 'send'>;
  readonly environment: Environment;
  /** Maximum number of queued events. */
  readonly maxEvents: number;
  readonly namespace: string;
  readonly log: (report: string) => void;
}

/** Maximum length of all queued events in characters. */
const maxCharacters = 64 * 2 ** 20;
const batchEvents = 500;
const batchCharacters = 4 * 2 ** 20;
const retry_ms = 1000;

/** Stores events in the background with `_bulk`. A batch that fails as a whole is sent again. */
export function createEventQueue(options: QueueOptions): EventQueue {
  const { environment, maxEvents } = options;
  const waiting: EventDocument[] = [];
  let characters = 0;
  let running: Promise<void> | undefined;
  let retry: Timer | undefined;
  let isStopped = false;

  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = nextBatch(waiting);
      if (!(await store(batch, options))) {
        retryLater();
        break;
      }
      waiting.splice(0, batch.length);
      for (const { source } of batch) characters -= source.length;
    }
    running = undefined;
  };
  const start = (): void => {
    if (waiting.length > 0) running ??= sendAll();
  };
  const retryLater = (): void => {
    if (isStopped) return;
    retry ??= environment.setTimer(retry_ms, () => {
      retry = undefined;
      start();
    });
  };
  return {
    offer(documents) {
      const added = documents.reduce((sum, { source }) => sum + source.length, 0);
      const fits = waiting.length + documents.length <= maxEvents;
      if (isStopped || !fits || characters + added > maxCharacters) return false;
      waiting.push(...documents);
      characters += added;
      if (retry === undefined) start();
      return true;
    },
    async stop() {
      isStopped = true;
      retry?.cancel();
      await running;
      start();
      await running;
      if (waiting.length > 0)
        options.log(`${waiting.length} events are lost: they were not stored`);
    },
  };
}

function nextBatch(waiting: readonly EventDocument[]): readonly EventDocument[] {
  let characters = 0;
  let count = 0;
  for (const { source } of waiting.slice(0, batchEvents)) {
    characters += source.length;
    if (count > 0 && characters > batchCharacters) break;
    count++;
  }
  return waiting.slice(0, count);
}

/** Stores a batch. Returns false if it must be sent again. */
async function store(
  batch: readonly EventDocument[],
  { service, namespace, log }: QueueOptions,
): Promise<boolean> {
  const lines = batch.map(
    ({ dataset, source }) => `{"create":{"_index":"${dataset}-${namespace}"}}\n${source}\n`,
  );
  try {
    const request = { path: '/_bulk', body: lines.join(''), type: 'application/x-ndjson' } as const;
    const { status, body } = await service.send(request);
    if (status === 200) reportRefused(body, log);
    else
      log(`the search service did not store the events: status ${status}; they stay in the queue`);
    return status === 200;
  } catch (error) {
    if (!(error instanceof ServiceUnavailable)) throw error;
    log(`${error.message}; the events stay in the queue`);
    return false;
  }
}

function reportRefused(body: JsonValue, log: (report: string) => void): void {
  if (member(body, 'errors') !== true) return;
  const items = member(body, 'items');
  const errors = (Array.isArray(items) ? items : []).flatMap((item: JsonValue) => {
    const error = member(member(item, 'create'), 'error');
    return error === undefined ? [] : [error];
  });
  const reason = member(errors[0], 'reason');
  log(
    `${errors.length} events are lost: the search service refused them: ${visible(JSON.stringify(reason) ?? '')}`,
  );
}
