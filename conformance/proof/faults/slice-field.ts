import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { typeAs } from '../mappings.ts';
import {
  bodyOf,
  eachMember,
  editHits,
  hitsIn,
  jsonIn,
  kindOf,
  type Members,
  membersOf,
  onRequest,
  targetOf,
  without,
} from '../interceptors.ts';

/** The width of the ranges into which a faulty server divides a field. */
const rangeWidth = 10;

/** Faults of slices by the values of a field. */
export const fieldFaults: readonly Fault[] = [
  fault('slice-by-ranges-that-leave-gaps', ['slice.field-union-complete'], () =>
    byRanges({ from: 'gt', to: 'lt' }),
  ),
  fault('slice-by-ranges-that-overlap', ['slice.field-slices-disjoint'], () =>
    byRanges({ from: 'gte', to: 'lte' }),
  ),
  fault('slice-by-a-field-loses-what-lacks-it', ['slice.field-union-complete'], () =>
    onSlicesByField((hits, field) => hits.filter((hit) => field in membersOf(hit['_source']))),
  ),
  fault(
    'slice-by-a-field-gives-what-lacks-it-each-time',
    ['slice.field-slices-disjoint'],
    repeatingWhatLacksIt,
  ),
  fault(
    'slice-by-keyword-accepted',
    ['slice.field-not-numeric-refused'],
    typeAs('keyword', 'long'),
  ),
  fault('slice-by-last-value', ['slice.field-first-value'], () =>
    onRequest(['write-document'], (body) =>
      eachMember(body, (value) => (Array.isArray(value) ? (value.at(-1) as unknown) : value)),
    ),
  ),
  fault('slice-by-every-value', ['slice.field-first-value'], inEverySlice),
];

function fieldOf(body: Members): unknown {
  return membersOf(body['slice'])['field'];
}

/** Slices by ranges of a number; `ends` defines which ends a range includes. */
function byRanges(ends: { readonly from: string; readonly to: string }): Interceptor {
  return onRequest(['open-scroll'], (body) => {
    const field = fieldOf(body);
    if (typeof field !== 'string') return body;
    const from = Number(membersOf(body['slice'])['id']) * rangeWidth;
    const range = { [field]: { [ends.from]: from, [ends.to]: from + rangeWidth } };
    return { ...without(body, 'slice'), query: { range } };
  });
}

/** Returns documents with several values in their slice and in every slice that is opened after it. */
function inEverySlice(): Interceptor {
  const several = new Map<string, Members[]>();
  return async (request, forward) => {
    const response = await forward(request);
    if (kindOf(request) !== 'open-scroll' || response.status >= 300) return response;
    const target = targetOf(request);
    const before = several.get(target) ?? [];
    const found = hitsIn(jsonIn(response)).filter((hit) =>
      Object.values(membersOf(hit['_source'])).some(Array.isArray),
    );
    several.set(target, [...before, ...found]);
    return editHits(response, (hits) => [...hits, ...before]);
  };
}

/** Changes the hits of searches that are sliced by a field. */
function onSlicesByField(
  edit: (hits: readonly Members[], field: string) => readonly Members[],
): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    const field = fieldOf(bodyOf(request));
    if (typeof field !== 'string' || response.status >= 300) return response;
    return editHits(response, (hits) => edit(hits, field));
  };
}

/** Returns the documents without the field in every slice of a scroll. */
function repeatingWhatLacksIt(): Interceptor {
  let first: readonly Members[] = [];
  return onSlicesByField((hits, field) => {
    const lacking = hits.filter((hit) => !(field in membersOf(hit['_source'])));
    if (lacking.length > 0) first = lacking;
    return lacking.length > 0 ? hits : [...hits, ...first];
  });
}
