import {
  bodyOf,
  listOf,
  membersOf,
  targetOf,
  withBody,
  without,
} from '../../proof/interceptors.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { jsonIn } from '../../proof/interceptors.ts';
import { answering, answeringHits, asking, isCall, type PlantedFault } from './planted-fault.ts';

/** Mistakes in searches, cursors and writes. */
export const searchingFaults: readonly PlantedFault[] = [
  {
    name: 'a page of seven has six hits',
    start: () =>
      answeringHits((hits, request) => (bodyOf(request)['size'] === 7 ? hits.slice(0, 6) : hits)),
  },
  {
    name: 'a lower bound below zero counts as zero',
    start: () => asking(/_search/, (text) => text.replaceAll(/"gte":-\d+/g, '"gte":0')),
  },
  {
    name: 'a descending order has its last two hits swapped',
    start: () =>
      answeringHits((hits, request) => {
        const isDescending = JSON.stringify(bodyOf(request)['sort'] ?? '').includes('desc');
        return isDescending && hits.length > 2
          ? [...hits.slice(0, -2), ...hits.slice(-2).toReversed()]
          : hits;
      }),
  },
  {
    name: 'the largest integer is stored as one less',
    start: () =>
      asking(/^(?:PUT|POST) .*_(?:doc|bulk)/, (text) =>
        text.replaceAll(':2147483647', ':2147483646'),
      ),
  },
  { name: 'a point in time without a sort sees later documents', start: startSeeingLater },
  {
    name: 'the last of three or more slices is the first again',
    start: () =>
      asking(/_search/, (text) =>
        text.replace(/"id":(\d+),"max":(\d+)/, (whole, id, max) =>
          Number(max) > 2 && Number(id) === Number(max) - 1 ? `"id":0,"max":${max}` : whole,
        ),
      ),
  },
  { name: 'each second page of a scroll begins with the hit before it', start: startRepeating },
  {
    name: 'of several changes of aliases, the last is lost',
    start: () => async (request, forward) => {
      if (!isCall(request, /^POST \/_aliases/)) return forward(request);
      const actions = listOf(bodyOf(request)['actions']);
      const kept = actions.length > 1 ? actions.slice(0, -1) : actions;
      return forward(withBody(request, { ...bodyOf(request), actions: kept }));
    },
  },
  {
    name: 'a bulk request that deletes does not',
    start: () => asking(/\/_bulk/, (text) => text.replaceAll(/^\{"delete":.*\n/gm, '')),
  },
  {
    name: 'of several targets of a copy, the last is left out',
    start: () =>
      asking(/^PUT \/[^_]/, (text) =>
        text.replaceAll(/"copy_to":\[("\w+")(?:,"\w+")+\]/g, '"copy_to":[$1]'),
      ),
  },
  {
    name: 'dates with an offset are stored without it',
    start: () =>
      asking(/^(?:PUT|POST) .*_(?:doc|bulk)/, (text) =>
        text.replaceAll(/(T[\d:.]+)[+-]\d\d:\d\d"/g, '$1Z"'),
      ),
  },
];

/** Searches an index instead of the point in time that was opened on it. */
function startSeeingLater(): Interceptor {
  const targets = new Map<unknown, string>();
  return async (request, forward) => {
    if (isCall(request, /^POST .*\/_pit/)) {
      const response = await forward(request);
      if (response.status < 300) targets.set(jsonIn(response)['id'], targetOf(request));
      return response;
    }
    const body = bodyOf(request);
    const target = targets.get(membersOf(body['pit'])['id']);
    if (target === undefined || body['slice'] !== undefined) return forward(request);
    if (JSON.stringify(body['sort'] ?? '').includes('_shard_doc')) return forward(request);
    const path = `/${target}/_search`;
    return forward(withBody({ ...request, path }, without(body, 'pit')));
  };
}

/** Puts the last hit of a page before the next page of a scroll. */
function startRepeating(): Interceptor {
  let pages = 0;
  return answering(/^(?:GET|POST) \/_search\/scroll/, (text) => {
    pages += 1;
    if (pages % 2 === 1) return text;
    return text.replace(/"hits":\[(\{.*?\})(,|\])/, '"hits":[$1,$1$2');
  });
}
