import { validationError } from '../base/service-error.ts';
import type { BodyPart } from '../search/body.ts';
import { knownMembers, stringOf, stringsOf } from '../search/body.ts';
import type { Released } from '../search/context-types.ts';
import type { Operation, QueryOf, Reply, RequestBody } from './operation.ts';
import { done } from './operation.ts';
import { searchAnswer } from './search-answer.ts';
import type { Service } from './service.ts';
import { splitList } from './targets.ts';

interface ScrollCall {
  readonly query: QueryOf<'continueScroll'>;
  readonly body: RequestBody | undefined;
}

/** scroll.continue-by-post, scroll.continue-stays-in-target: no index is named. */
export const continueScroll: Operation<'continueScroll'> = (call, service) =>
  nextBatch(call, service);

/** scroll.continue-by-get. */
export const continueScrollByGet: Operation<'continueScrollByGet'> = (call, service) =>
  nextBatch(call, service);

/** scroll.clear-by-id, scroll.clear-by-id-list, scroll.clear-by-query-string. */
export const clearScroll: Operation<'clearScroll'> = ({ query, body }, service) => {
  const { scroll_id } = membersOf(body, ['scroll_id']);
  const ids =
    scroll_id === undefined ? splitList(query.scroll_id) : stringsOf(scroll_id, 'scroll_id');
  return clear(ids, service);
};

/** scroll.clear-by-path, scroll.clear-by-path-list, scroll.clear-all. */
export const clearScrollInPath: Operation<'clearScrollInPath'> = ({ path, body }, service) => {
  const { scroll_id } = membersOf(body, ['scroll_id']);
  return clear(
    scroll_id === undefined ? splitList(path.scroll_id) : stringsOf(scroll_id, 'scroll_id'),
    service,
  );
};

/**
 * Gives the answer of a call that releases contexts: that there was none to release is no error, but not a success.
 *
 * scroll.clear-response, scroll.clear-twice, point-in-time.delete-response, point-in-time.delete-twice.
 */
export function releasedAnswer(released: Released): Reply {
  return { outcome: released.num_freed === 0 ? 'absent' : 'done', body: released };
}

async function nextBatch({ query, body }: ScrollCall, service: Service): Promise<Reply> {
  const members = membersOf(body, ['scroll', 'scroll_id']);
  const text = (part: BodyPart | undefined, what: string) =>
    part === undefined ? undefined : stringOf(part, what);
  const scrollId = text(members['scroll_id'], 'scroll_id') ?? query.scroll_id;
  const scroll = text(members['scroll'], 'scroll') ?? query.scroll;
  if (scrollId === undefined || scrollId === '') throw validationError(['scrollId is missing']);
  const result = await service.contexts.continueScroll({ scroll_id: scrollId, scroll });
  service.counters.query_total += result._shards.total;
  return done(searchAnswer(result, query));
}

function clear(ids: readonly string[], service: Service): Reply {
  if (ids.length === 0) throw validationError(['no scroll ids specified']);
  const released = service.contexts.clearScrolls(ids);
  return ids.includes('_all') ? done(released) : releasedAnswer(released);
}

function membersOf(
  body: RequestBody | undefined,
  known: readonly string[],
): Readonly<Record<string, BodyPart | undefined>> {
  if (body === undefined) return {};
  return knownMembers({ value: body.json(), text: body.text(), path: [] }, 'scroll', known);
}
