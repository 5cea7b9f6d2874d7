import { at } from '../../base/assert.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  bodyOf,
  hitsIn,
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
import {
  answeringFromWholeList,
  firstOrder,
  indexOfCursor,
  isBefore,
  onCursor,
  onHits,
  onSearch,
  sortOf,
} from '../search-interceptors.ts';

/** Numbers above this are dates in milliseconds, not figures of documents. */
const minDate_ms = 1e11;

/** Faults of pages after a cursor, of the values of cursors, of `from` with a cursor, and of cursors in a point in time. */
export const searchAfterFaults: readonly Fault[] = [
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
  fault('search-after-begins-anew-at-the-end', ['search-after.end-gives-empty-hits'], () =>
    atTheEnd((request, forward) => forward(request)),
  ),
  fault('search-after-takes-minus-one-for-the-last-hit', ['search-after.from-minus-one'], () =>
    onHits((hits, body) => (body['from'] === -1 ? hits.slice(-1) : hits)),
  ),
  fault('search-after-ignores-a-positive-from', ['search-after.from-positive-refused'], () =>
    onSearch((body) => ('search_after' in body ? without(body, 'from') : body)),
  ),
  fault('cursor-keyword-divided-into-words', ['search-after.keyword-values'], () =>
    onTexts((text) => at(text.split(' '), 0)),
  ),
  fault('cursor-date-in-seconds', ['search-after.date-values'], () =>
    onDates((ms) => Math.floor(ms / 1000)),
  ),
  fault(
    'cursor-formatted-date-cut-to-the-second',
    ['search-after.formatted-date-values', 'search-after.mixed-date-resolutions'],
    () => onTexts((text) => (isDate(text) ? text.replace(/\.\d+/, '') : text)),
  ),
  fault('cursor-numbers-held-in-doubles', ['search-after.continues-after-values'], () =>
    onCursor((values) =>
      values.map((value) => (typeof value === 'bigint' ? Number(value) : value)),
    ),
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

function onTexts(edit: (text: string) => string): Interceptor {
  return onCursor((values) =>
    values.map((value) => (typeof value === 'string' ? edit(value) : value)),
  );
}

function onDates(edit: (ms: number) => number): Interceptor {
  return onCursor((values) =>
    values.map((value) => (typeof value === 'number' && value > minDate_ms ? edit(value) : value)),
  );
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(text);
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
