import { defined } from '../base/assert.ts';
import { lazily } from '../base/lazily.ts';
import { ServiceError } from '../base/service-error.ts';
import type { ContextLimits, ContextRegistry } from './context-types.ts';
import type { ContextParts, SearchContexts } from './search-contexts.ts';
import { keepTime, searchContexts } from './search-contexts.ts';
import { countsOf } from './search-result.ts';

const loadSearch = lazily(() => import('./execute-search.ts'));

/** The maximum number of open points in time, so that clients that never close them cannot use up the memory. */
const maxOpen = 10_000;

/** The name of a deleted index of the point in time, if any. */
interface PointInTimeState {
  readonly removed: string | undefined;
}

/** The open points in time, and their operations. */
export interface PointInTimeContexts extends Pick<
  ContextRegistry,
  'openPointInTime' | 'searchPointInTime' | 'closePointInTime' | 'indexRemoved'
> {
  readonly find: SearchContexts<PointInTimeState>['find'];
  readonly dropAll: () => void;
  /** Number of open shard contexts. */
  readonly openShards: () => number;
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
  const contexts = searchContexts<PointInTimeState>('point_in_time', parts);
  /** Moves the expiry to a later time, never to an earlier one. */
  const extend = (id: string, keep_ms: number): void => {
    const { expiresAt_ms = Infinity } = contexts.find(id) ?? {};
    if (environment.elapsed() + keep_ms > expiresAt_ms) contexts.renew(id, keep_ms);
  };
  return {
    find: contexts.find,
    dropAll: contexts.dropAll,
    openShards: contexts.openShards,
    openPointInTime({ shards, keep_alive, names }) {
      const keep_ms = keepTime(keep_alive, 'keep_alive', limits().maxKeepAlive_ms);
      if (contexts.holds(maxOpen)) throw tooMany();
      const { id } = contexts.open({ shards, keep_ms, state: { removed: undefined }, names });
      return { id, _shards: countsOf(shards.length) };
    },
    async searchPointInTime(request, requester = environment) {
      const { id, keep_alive } = defined(request.pit, 'point in time of the request');
      const keep_ms =
        keep_alive === undefined
          ? undefined
          : keepTime(keep_alive, 'keep_alive', limits().maxKeepAlive_ms);
      const { shards, state } = contexts.get(id).thing;
      if (state.removed !== undefined) throw indexRemoved(state.removed);
      if (keep_ms !== undefined) extend(id, keep_ms);
      const { searchPage } = await loadSearch();
      const { result } = await searchPage({ request, shards, environment: requester });
      if (keep_ms !== undefined) extend(id, keep_ms);
      return { pit_id: id, ...result };
    },
    closePointInTime: (id) => ({ succeeded: true, num_freed: contexts.release(id) }),
    indexRemoved(uuid, name) {
      for (const { id, thing } of contexts.all()) {
        const hasIndex = thing.shards.some(({ index }) => index.uuid === uuid);
        if (hasIndex) contexts.update(id, { removed: name });
      }
    },
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
