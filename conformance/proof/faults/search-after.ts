import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { bodyOf, hitsIn, jsonIn, kindOf, refusal, withBody, without } from '../interceptors.ts';
import {
  answeringFromWholeList,
  firstOrder,
  indexOfCursor,
  isBefore,
  onHits,
  onSearch,
  sortOf,
} from '../search-interceptors.ts';

export const searchAfterFaults: readonly Fault[] = [
  fault(
    'search-after-includes-the-given-values',
    [
      'search-after.continues-after-values',
      'search-after.continues-descending',
      'search-after.several-sort-keys',
      'search-after.mixed-directions',
      'search-after.walk-repeats-no-match',
      'search-after.end-gives-empty-hits',
    ],
    () =>
      answeringFromWholeList((list, cursor) => {
        const place = indexOfCursor(list, cursor);
        return place < 0 ? list : list.slice(place);
      }),
  ),
  fault(
    'search-after-skips-one-more',
    [
      'search-after.continues-after-values',
      'search-after.continues-descending',
      'search-after.walk-returns-every-match',
      'search-after.query-restricts-later-pages',
    ],
    () => answeringFromWholeList((list, cursor) => list.slice(indexOfCursor(list, cursor) + 2)),
  ),
  fault('search-after-needs-a-hit-with-the-values', ['search-after.continues-after-values'], () =>
    answeringFromWholeList((list, cursor) => {
      const place = indexOfCursor(list, cursor);
      return place < 0 ? [] : list.slice(place + 1);
    }),
  ),
  fault(
    'search-after-skips-ties-whole',
    [
      'search-after.several-sort-keys',
      'search-after.mixed-directions',
      'search-after.walk-returns-every-match',
      'search-after.point-in-time-walk-with-ties',
    ],
    () =>
      answeringFromWholeList((list, cursor) => {
        const last = list.findLastIndex((hit) => String(sortOf(hit)[0]) === String(cursor[0]));
        return list.slice(last + 1);
      }),
  ),
  fault(
    'search-after-repeats-ties-whole',
    ['search-after.several-sort-keys', 'search-after.walk-repeats-no-match'],
    () =>
      answeringFromWholeList((list, cursor) => {
        const first = list.findIndex((hit) => String(sortOf(hit)[0]) === String(cursor[0]));
        const place = indexOfCursor(list, cursor);
        const [one, other] = [list[place], list[place + 1]];
        const isTied = String(sortOf(one ?? {})[0]) === String(sortOf(other ?? {})[0]);
        return isTied && place > first ? list.slice(place) : list.slice(place + 1);
      }),
  ),
  fault('search-after-ascends-in-a-descending-sort', ['search-after.continues-descending'], () =>
    answeringFromWholeList((list, cursor, body) =>
      firstOrder(body) === 'desc' && cursor.length === 1
        ? list.filter((hit) => isBefore(cursor[0], sortOf(hit)[0]))
        : list.slice(indexOfCursor(list, cursor) + 1),
    ),
  ),
  fault('search-after-gives-all-keys-the-first-order', ['search-after.mixed-directions'], () =>
    answeringFromWholeList((list, cursor, body) =>
      list.filter((hit) => {
        const [one, other] = sortOf(hit);
        const [first, second] = cursor;
        const [low, high] =
          firstOrder(body) === 'asc' ? [cursor, [one, other]] : [[one, other], cursor];
        return one === first && second !== undefined
          ? isBefore(low[1], high[1])
          : isBefore(low[0], high[0]);
      }),
    ),
  ),
  fault('search-after-drops-the-query', ['search-after.query-restricts-later-pages'], () =>
    onSearch((body) => ('search_after' in body ? without(body, 'query') : body)),
  ),
  fault('search-after-keeps-the-first-index-only', ['search-after.walk-returns-every-match'], () =>
    onHits((hits, body) =>
      'search_after' in body
        ? hits.filter((hit) => hit['_index'] === hits.at(-1)?.['_index'])
        : hits,
    ),
  ),
  fault(
    'search-after-loses-a-hit-at-the-end-of-pages',
    ['search-after.walk-returns-every-match', 'search-after.query-restricts-later-pages'],
    () =>
      onHits((hits, body) =>
        'search_after' in body && hits.length === Number(body['size']) && hits.length > 1
          ? [...hits.slice(0, -2), ...hits.slice(-1)]
          : hits,
      ),
  ),
  fault('search-after-begins-anew-at-the-end', ['search-after.end-gives-empty-hits'], () =>
    atTheEnd((request, forward) => forward(request)),
  ),
  fault('search-after-refuses-the-end', ['search-after.end-gives-empty-hits'], () =>
    atTheEnd(() => Promise.resolve(refusal('no_more_hits', 'the end', 404))),
  ),
];

/** Replaces the answers to searches after the last hit; `answerTo` gets the search without its cursor. */
function atTheEnd(otherwise: Interceptor): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    const body = bodyOf(request);
    const isEnd = kindOf(request) === 'search' && 'search_after' in body && response.status < 300;
    if (!isEnd || hitsIn(jsonIn(response)).length > 0) return response;
    return otherwise(withBody(request, without(body, 'search_after')), forward);
  };
}
