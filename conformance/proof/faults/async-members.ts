import { fault } from '../fault.ts';
import {
  asyncCallOf,
  inPlaceOf,
  onAsyncMembers,
  onStart,
  queryIdOf,
} from '../async-interceptors.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { transposed } from '../query-interceptors.ts';
import { bodyOf, listOf, refusal, without } from '../interceptors.ts';

const clauses = ['async-query.post-members-of-query'] as const;

/** Faults of the members that asynchronous requests have in common with synchronous queries. */
export const asyncMemberFaults: readonly Fault[] = [
  ...['filter', 'columnar', 'time_zone', 'locale', 'params'].map((member): Fault =>
    fault(`async-${member.replace('_', '-')}-ignored`, clauses, () =>
      onStart((body) => without(body, member)),
    ),
  ),
  ...['filter', 'params', 'columnar', 'time_zone', 'locale', 'approximation'].map((member): Fault =>
    fault(`async-${member.replace('_', '-')}-refused`, clauses, () =>
      refusing((body) => member in body),
    ),
  ),
  fault('async-approximation-object-refused', clauses, () =>
    refusing((body) => typeof body['approximation'] === 'object'),
  ),
  fault('async-columnar-always', clauses, () => onStart((body) => ({ ...body, columnar: true }))),
  ...(['stop', 'get'] as const).map((call): Fault =>
    fault(`async-columnar-forgotten-by-${call}`, clauses, () => answeringByRow(call)),
  ),
  fault('async-params-in-reverse', clauses, () =>
    onStart((body) =>
      'params' in body ? { ...body, params: listOf(body['params']).toReversed() } : body,
    ),
  ),
  fault('async-filter-takes-the-upper-bound-only', clauses, () =>
    onStart((body) =>
      'filter' in body ? { ...body, filter: { range: { n: { lte: 3 } } } } : body,
    ),
  ),
];

function refusing(fits: (body: ReturnType<typeof bodyOf>) => boolean): Interceptor {
  return inPlaceOf('start', (request, forward) =>
    fits(bodyOf(request))
      ? Promise.resolve(refusal('x_content_parse_exception', 'unknown field'))
      : forward(request),
  );
}

/** Answers requests of this call by row, even if the query was started with `columnar`. */
function answeringByRow(call: 'stop' | 'get'): Interceptor {
  const columnar = new Set<unknown>();
  const remember = onAsyncMembers(['start'], (members, request) => {
    if (bodyOf(request)['columnar'] === true) columnar.add(members['id']);
    return members;
  });
  const transpose = onAsyncMembers([call], (members, request) => {
    if (!columnar.has(queryIdOf(request)) || members['values'] === undefined) return members;
    return { ...members, values: transposed(listOf(members['values']).map(listOf)) };
  });
  return (request, forward) =>
    asyncCallOf(request) === call ? transpose(request, forward) : remember(request, forward);
}
