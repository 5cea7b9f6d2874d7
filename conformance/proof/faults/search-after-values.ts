import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onCursor, onHits, refusingSearches, sortOf } from '../search-interceptors.ts';
import { listOf } from '../interceptors.ts';

/** Numbers above this are dates in milliseconds, not figures of documents. */
const minDate_ms = 1e11;

/** Faults of how the values of a cursor are read. */
export const searchAfterValueFaults: readonly Fault[] = [
  {
    name: 'cursor-keyword-divided-into-words',
    clauses: ['search-after.keyword-values'],
    start: () => onTexts((text) => text.split(' ')[0] ?? ''),
  },
  {
    name: 'cursor-keyword-written-with-quotation-marks',
    clauses: ['search-after.keyword-values'],
    start: () => onTexts((text) => (isDate(text) ? text : `"${text}"`)),
  },
  {
    name: 'cursor-texts-refused',
    clauses: ['search-after.keyword-values', 'search-after.formatted-date-values'],
    start: () => refusingCursors((value) => typeof value === 'string'),
  },
  {
    name: 'cursor-date-in-seconds',
    clauses: ['search-after.date-values'],
    start: () => onDates((ms) => Math.floor(ms / 1000)),
  },
  {
    name: 'cursor-date-cut-to-the-second',
    clauses: ['search-after.date-values'],
    start: () => onDates((ms) => ms - (ms % 1000)),
  },
  {
    name: 'cursor-date-must-be-a-text',
    clauses: ['search-after.date-values'],
    start: () => refusingCursors((value) => Number(value) > minDate_ms),
  },
  {
    name: 'cursor-formatted-date-refused',
    clauses: ['search-after.formatted-date-values', 'search-after.mixed-date-resolutions'],
    start: () => refusingCursors((value) => typeof value === 'string' && isDate(value)),
  },
  {
    name: 'cursor-formatted-date-cut-to-the-second',
    clauses: ['search-after.formatted-date-values', 'search-after.mixed-date-resolutions'],
    start: () => onTexts((text) => (isDate(text) ? text.replace(/\.\d+/, '') : text)),
  },
  {
    name: 'cursor-formatted-date-cut-to-the-millisecond',
    clauses: ['search-after.mixed-date-resolutions'],
    start: () => onTexts((text) => (isDate(text) ? text.replace(/(\.\d{3})\d+/, '$1') : text)),
  },
  {
    name: 'cursor-formatted-date-rounded-up-to-the-millisecond',
    clauses: ['search-after.mixed-date-resolutions'],
    start: () =>
      onTexts((text) => (isDate(text) ? text.replace(/(\.\d{3})\d+/, '$1999999') : text)),
  },
  {
    name: 'cursor-numbers-held-in-doubles',
    clauses: ['search-after.continues-after-values'],
    start: () =>
      onCursor((values) =>
        values.map((value) => (typeof value === 'bigint' ? Number(value) : value)),
      ),
  },
  {
    name: 'cursor-leads-past-hits-without-a-value',
    clauses: ['search-after.walk-returns-every-match'],
    start: () =>
      onHits((hits, body) =>
        'search_after' in body ? hits.filter((hit) => !isMissing(sortOf(hit)[0])) : hits,
      ),
  },
  {
    name: 'cursor-without-a-value-refused',
    clauses: ['search-after.walk-returns-every-match'],
    start: () => refusingCursors(isMissing),
  },
  {
    name: 'cursor-without-a-value-begins-anew',
    clauses: ['search-after.walk-returns-every-match'],
    start: () => onCursor((values) => values.map((value) => (isMissing(value) ? 0 : value))),
  },
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

/** True for what stands in the place of a value that a document lacks: null, or a number beyond all others. */
function isMissing(value: unknown): boolean {
  return value === null || typeof value === 'bigint';
}
