import { at } from '../../base/assert.ts';
import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onCursor, onHits, refusingSearches, sortOf } from '../search-interceptors.ts';
import { listOf } from '../interceptors.ts';

/** Numbers above this are dates in milliseconds, not figures of documents. */
const minDate_ms = 1e11;

/** Faults of the interpretation of the values of a cursor. */
export const searchAfterValueFaults: readonly Fault[] = [
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
    refusingCursors(isMissing),
  ),
  fault('cursor-without-a-value-begins-anew', ['search-after.walk-returns-every-match'], () =>
    onCursor((values) => values.map((value) => (isMissing(value) ? 0 : value))),
  ),
];

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

function refusingCursors(isStrange: (value: unknown) => boolean): Interceptor {
  return refusingSearches((body) => listOf(body['search_after']).some(isStrange));
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(text);
}

/** True for the sort value of a document without the field: null, or a number beyond all others. */
function isMissing(value: unknown): boolean {
  return value === null || typeof value === 'bigint';
}
