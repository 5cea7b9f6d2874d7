import { validationError } from '../base/service-error.ts';
import { readMembers, stringOf, stringsOf } from '../base/body.ts';
import type { Released } from '../search/open-contexts.ts';
import type { Operation, Reply } from './operation.ts';
import { done } from './operation.ts';
import { bodyPart } from './request-parts.ts';
import { searchAnswer, searchShards } from './searches.ts';
import { requireCluster } from '../security/guard-catalog.ts';
import { splitList } from '../base/units.ts';

/**
 * Returns the next page; the scroll, not the request, determines the indices.
 *
 * scroll.continue-by-post, scroll.continue-by-get, scroll.continue-stays-in-target, scroll.continue-with-index-in-path.
 */
export const continueScroll: Operation<'continueScroll'> = async ({ query, body }, service) => {
  const part = bodyPart(body, {});
  const read = readMembers(part, 'scroll', { scroll: stringOf, scroll_id: stringOf });
  const { scroll = query.scroll, scroll_id: scrollId = query.scroll_id } = read;
  if (scrollId === undefined || scrollId === '') throw validationError(['scrollId is missing']);
  const { environment, caller } = service;
  const step = { scroll_id: scrollId, scroll, environment, caller };
  const result = await service.contexts.continueScroll(step);
  service.counters.query_total += result._shards.total;
  return done(searchAnswer(result, query));
};

/**
 * Releases the scrolls with the ids in the body, else in the path, else in the query string.
 *
 * scroll.clear-by-id, scroll.clear-by-id-list, scroll.clear-by-query-string, scroll.clear-by-path,
 * scroll.clear-by-path-list, scroll.clear-all.
 */
export const clearScroll: Operation<'clearScroll'> = (request, service) => {
  const { path, query, body, principal } = request;
  const { scroll_id } = readMembers(bodyPart(body, {}), 'scroll', { scroll_id: stringsOf });
  const ids = scroll_id ?? splitList(path.scroll_id ?? query.scroll_id);
  if (ids.length === 0) throw validationError(['no scroll ids specified']);
  if (ids.includes('_all')) requireCluster(principal, 'clearScroll', ['manage']);
  const released = service.contexts.clearScrolls(ids, service.caller);
  return ids.includes('_all') ? done(released) : releasedAnswer(released);
};

/**
 * Returns the answer of a call that releases contexts; its status is 404 if nothing was released.
 *
 * scroll.clear-response, scroll.clear-twice, point-in-time.delete-response, point-in-time.delete-twice.
 */
export function releasedAnswer(released: Released): Reply {
  return { outcome: released.num_freed === 0 ? 'absent' : 'done', body: released };
}

/**
 * Freezes the present state of the target for the keep time, which is required.
 *
 * point-in-time.open-returns-id, point-in-time.open-returns-shards, point-in-time.open-without-keep-alive.
 */
export const openPointInTime: Operation<'openPointInTime'> = ({ path, query }, service) => {
  const { keep_alive } = query;
  if (keep_alive === undefined) throw validationError(['[keep_alive] is not specified']);
  const shards = searchShards(path.target, query, service);
  const { contexts, caller } = service;
  return done(contexts.openPointInTime({ shards, keep_alive, caller }));
};

/** point-in-time.delete-removes, point-in-time.delete-twice: closes a point in time by its id in the body. */
export const closePointInTime: Operation<'closePointInTime'> = ({ body }, service) => {
  const { id } = readMembers(bodyPart(body, null), 'close_point_in_time', { id: stringOf });
  if (id === undefined) throw validationError(['[id] is not specified']);
  const { num_freed } = service.contexts.closePointInTime(id, service.caller);
  return releasedAnswer({ succeeded: num_freed > 0, num_freed });
};
