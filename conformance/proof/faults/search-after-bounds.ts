import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { rememberCreations } from '../mappings.ts';
import { onHits, onSearch } from '../search-interceptors.ts';
import {
  bodyOf,
  jsonIn,
  kindOf,
  listOf,
  membersOf,
  targetOf,
  withBody,
  withHits,
  withJson,
  without,
} from '../interceptors.ts';

/** Faults of `from` with a cursor, and of walks beyond the result window. */
export const searchAfterBoundFaults: readonly Fault[] = [
  fault('search-after-takes-minus-one-for-the-last-hit', ['search-after.from-minus-one'], () =>
    onHits((hits, body) => (body['from'] === -1 ? hits.slice(-1) : hits)),
  ),
  fault('search-after-ignores-a-positive-from', ['search-after.from-positive-refused'], () =>
    onSearch((body) => ('search_after' in body ? without(body, 'from') : body)),
  ),
  fault(
    'search-after-skips-by-from',
    ['search-after.from-positive-refused'],
    () => (request, forward) => {
      const { from, ...body } = bodyOf(request);
      if (!('search_after' in body) || Number(from) <= 0) return forward(request);
      const page = onHits((hits) => hits.slice(Number(from)));
      return page(withBody(request, body), forward);
    },
  ),
  fault('search-after-ends-at-the-window', ['search-after.reaches-beyond-window'], () =>
    windowed(async (request, forward) => {
      const response = await forward(request);
      return withJson(
        response,
        withHits(jsonIn(response), () => []),
      );
    }),
  ),
];

/** Replaces the answers to pages of a walk beyond the result window of the index. */
function windowed(otherwise: Interceptor): Interceptor {
  const creations = rememberCreations();
  const given = new Map<string, number>();
  return (request, forward) =>
    creations.intercept(request, async (wire) => {
      const index = targetOf(wire);
      const body = bodyOf(wire);
      if (kindOf(wire) !== 'search' || body['sort'] === undefined) return forward(wire);
      const before = 'search_after' in body ? (given.get(index) ?? 0) : 0;
      const count = before + Number(body['size'] ?? 10);
      given.set(index, count);
      const settings = membersOf(creations.of(index)['settings']);
      const window = Number(listOf(settings['index.max_result_window'])[0] ?? 10_000);
      return count > window ? otherwise(wire, forward) : forward(wire);
    });
}
