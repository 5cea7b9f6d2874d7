import { at } from '../../base/assert.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  bodyOf,
  editHits,
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
import { rememberCreations } from '../mappings.ts';
import { onCursor, onHits, onSearch, refusingSearches, sortOf } from '../search-interceptors.ts';

/** Numbers above this are dates in milliseconds, not figures of documents. */
const minDate_ms = 1e11;

/** The mask of the bits of a tiebreaker that number the documents of one shard. */
const documentBits = 0xffffffffn;

const highestTiebreaker = 2 ** 52;

/** Faults of the values of cursors, of `from` with a cursor, and of cursors in a point in time. */
export const searchAfterCursorFaults: readonly Fault[] = [
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
  fault(
    'search-after-ends-at-the-window',
    ['search-after.reaches-beyond-window'],
    emptyBeyondTheWindow,
  ),
  fault('cursor-keyword-divided-into-words', ['search-after.keyword-values'], () =>
    onTexts((text) => at(text.split(' '), 0)),
  ),
  fault('cursor-keyword-written-with-quotation-marks', ['search-after.keyword-values'], () =>
    onTexts((text) => (isDate(text) ? text : `"${text}"`)),
  ),
  fault('cursor-date-in-seconds', ['search-after.date-values'], () =>
    onDates((ms) => Math.floor(ms / 1000)),
  ),
  fault('cursor-date-cut-to-the-second', ['search-after.date-values'], () =>
    onDates((ms) => ms - (ms % 1000)),
  ),
  fault(
    'cursor-formatted-date-cut-to-the-second',
    ['search-after.formatted-date-values', 'search-after.mixed-date-resolutions'],
    () => onTexts((text) => (isDate(text) ? text.replace(/\.\d+/, '') : text)),
  ),
  fault(
    'cursor-formatted-date-cut-to-the-millisecond',
    ['search-after.mixed-date-resolutions'],
    () => onTexts((text) => (isDate(text) ? text.replace(/(\.\d{3})\d+/, '$1') : text)),
  ),
  fault(
    'cursor-formatted-date-rounded-up-to-the-millisecond',
    ['search-after.mixed-date-resolutions'],
    () => onTexts((text) => (isDate(text) ? text.replace(/(\.\d{3})\d+/, '$1999999') : text)),
  ),
  fault('cursor-numbers-held-in-doubles', ['search-after.continues-after-values'], () =>
    onCursor((values) =>
      values.map((value) => (typeof value === 'bigint' ? Number(value) : value)),
    ),
  ),
  fault('cursor-leads-past-hits-without-a-value', ['search-after.walk-returns-every-match'], () =>
    onHits((hits, body) =>
      'search_after' in body ? hits.filter((hit) => !isMissing(sortOf(hit)[0])) : hits,
    ),
  ),
  fault('cursor-without-a-value-refused', ['search-after.walk-returns-every-match'], () =>
    refusingSearches((body) => listOf(body['search_after']).some(isMissing)),
  ),
  fault('cursor-without-a-value-begins-anew', ['search-after.walk-returns-every-match'], () =>
    onCursor((values) => values.map((value) => (isMissing(value) ? 0 : value))),
  ),
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

/** Empties the pages of a walk beyond the result window of the index. */
function emptyBeyondTheWindow(): Interceptor {
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
      const response = await forward(wire);
      return count > window ? editHits(response, () => []) : response;
    });
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

/** True for the sort value of a document without the field: null, or a number beyond all others. */
function isMissing(value: unknown): boolean {
  return value === null || typeof value === 'bigint';
}

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
