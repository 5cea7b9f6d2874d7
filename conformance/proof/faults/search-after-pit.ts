import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onCursor, onHits } from '../search-interceptors.ts';
import {
  bodyOf,
  jsonIn,
  kindOf,
  listOf,
  type Members,
  membersOf,
  targetOf,
  withBody,
  withJson,
  without,
} from '../interceptors.ts';

/** The mask of the bits of a tiebreaker that number the documents of one shard. */
const documentBits = 0xffffffffn;
const highestTiebreaker = 2 ** 52;

/** Faults of walks inside a point in time. */
export const searchAfterPitFaults: readonly Fault[] = [
  fault('pit-cursor-goes-past-its-ties', ['search-after.point-in-time-walk-with-ties'], () =>
    onTiebreaker(() => highestTiebreaker),
  ),
  fault(
    'pit-cursor-goes-back-to-its-first-tie',
    ['search-after.point-in-time-walk-with-ties'],
    () => onTiebreaker((value) => value & documentBits),
  ),
  fault(
    'pit-pages-after-the-first-lose-an-index',
    ['search-after.point-in-time-walk-with-ties'],
    () =>
      onHits((hits, body) =>
        'pit' in body && 'search_after' in body
          ? hits.filter((hit) => hit['_index'] === hits[0]?.['_index'])
          : hits,
      ),
  ),
  fault('pit-pages-show-writes', ['search-after.point-in-time-walk-ignores-writes'], () =>
    live(() => true),
  ),
  fault(
    'pit-pages-after-the-first-show-writes',
    ['search-after.point-in-time-walk-ignores-writes'],
    () => live((body) => 'search_after' in body),
  ),
];

/** Changes the last value of the cursor of each search in a point in time. */
function onTiebreaker(edit: (value: bigint) => bigint | number): Interceptor {
  return onCursor((values, body) => {
    const last = values.at(-1);
    const isTiebreaker = typeof last === 'number' || typeof last === 'bigint';
    if (!('pit' in body) || !isTiebreaker) return values;
    return [...values.slice(0, -1), edit(BigInt(last))];
  });
}

/** Answers searches in a point in time from the current documents. */
function live(when: (body: Members) => boolean): Interceptor {
  const targets = new Map<unknown, string>();
  return async (request, forward) => {
    const body = bodyOf(request);
    const { id } = membersOf(body['pit']);
    const target = targets.get(id);
    if (kindOf(request) === 'search' && target !== undefined && when(body)) {
      const cursor = listOf(body['search_after']).slice(0, listOf(body['sort']).length);
      const search = {
        ...without(body, 'pit', 'search_after'),
        ...(cursor.length > 0 ? { search_after: cursor } : {}),
      };
      const response = await forward(withBody({ ...request, path: `/${target}/_search` }, search));
      return withJson(response, { ...jsonIn(response), pit_id: id });
    }
    const response = await forward(request);
    if (kindOf(request) === 'open-pit') {
      targets.set(jsonIn(response)['id'], targetOf(request));
    }
    const { pit_id } = jsonIn(response);
    if (target !== undefined && pit_id !== undefined) targets.set(pit_id, target);
    return response;
  };
}
