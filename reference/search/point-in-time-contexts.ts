import { lazily } from '../base/lazily.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ContextParts } from './context-table.ts';
import { contextTable } from './context-table.ts';
import type {
  ContextLimits,
  OpenPointInTime,
  OpenedPointInTime,
  Released,
} from './context-types.ts';
import { keepTime } from './keep-time.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchResult } from './search-result.ts';
import { countsOf } from './search-result.ts';

const loadSearch = lazily(() => import('./execute-search.ts'));

/** The maximum number of open points in time, so that clients that never close them cannot use up the memory. */
const maxOpen = 10_000;

/** The name of a deleted index of the point in time, if any. */
interface PointInTimeState {
  readonly removed: string | undefined;
}

/** The open points in time, and their operations. */
export interface PointInTimeContexts {
  readonly open: (open: OpenPointInTime) => OpenedPointInTime;
  readonly search: (request: SearchRequest) => Promise<SearchResult>;
  readonly close: (id: string) => Released;
  readonly closeAll: () => void;
  readonly indexRemoved: (uuid: string, name: string) => void;
  /** Number of open shard contexts. */
  readonly current: () => number;
}

/**
 * Creates the registry of points in time: each keeps the shards of its target at the time of opening.
 *
 * Clauses: point-in-time.open-returns-id, point-in-time.open-returns-shards, point-in-time.covers-whole-target,
 * point-in-time.covers-target-only, point-in-time.search-extends-retention,
 * point-in-time.search-without-keep-alive-retention, point-in-time.delete-removes, point-in-time.delete-leaves-others,
 * point-in-time.removed-status, point-in-time.delete-twice, point-in-time.delete-response,
 * point-in-time.snapshot-keeps-replaced-documents, point-in-time.snapshot-hides-added-documents,
 * point-in-time.snapshot-keeps-deleted-documents, point-in-time.response-has-pit-id,
 * point-in-time.latest-id-searchable, point-in-time.unknown-id, search-after.point-in-time-walk-ignores-writes.
 */
export function pointInTimeContexts(
  parts: ContextParts,
  limits: () => ContextLimits,
): PointInTimeContexts {
  const { environment } = parts;
  const table = contextTable<PointInTimeState>('point_in_time', parts);
  return {
    open({ shards, keep_alive }) {
      const keep_ms = keepTime(keep_alive, 'keep_alive', limits().maxKeepAlive_ms);
      if (table.all().length >= maxOpen) throw tooMany();
      const { id } = table.open({ shards, keep_ms, state: { removed: undefined } });
      return { id, _shards: countsOf(shards.length) };
    },
    async search(request, requester = environment) {
      const { pit } = request;
      if (pit === undefined) {
        throw new ServiceError('illegal_argument_exception', '[pit] is missing in the request');
      }
      const { keep_alive } = pit;
      const keep_ms =
        keep_alive === undefined
          ? undefined
          : keepTime(keep_alive, 'keep_alive', limits().maxKeepAlive_ms);
      const { id, shards, state } = table.find(pit.id);
      if (state.removed !== undefined) throw indexRemoved(state.removed);
      if (keep_ms !== undefined) table.extend(id, keep_ms);
      const { searchPage } = await loadSearch();
      const { result } = await searchPage({ request, shards, environment: requester });
      if (keep_ms !== undefined) table.extend(id, keep_ms);
      return { pit_id: id, ...result };
    },
    close(id) {
      table.check(id);
      return { succeeded: true, num_freed: table.release(id) };
    },
    closeAll() {
      for (const { id } of table.all()) table.release(id);
    },
    indexRemoved(uuid, name) {
      for (const { id, shards } of table.all()) {
        if (shards.some(({ index }) => index.uuid === uuid)) table.update(id, { removed: name });
      }
    },
    current: () => table.all().reduce((sum, { shards }) => sum + shards.length, 0),
  };
}

function tooMany(): ServiceError {
  return new ServiceError(
    'too_many_requests_exception',
    `Trying to open too many points in time: at most [${maxOpen}] can be open. Close one, or open it with a shorter [keep_alive].`,
  );
}

function indexRemoved(name: string): ServiceError {
  return new ServiceError('index_not_found_exception', `no such index [${name}]`, {
    metadata: {
      'resource.type': 'index_or_alias',
      'resource.id': name,
      index_uuid: '_na_',
      index: name,
    },
  });
}
