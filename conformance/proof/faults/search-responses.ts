import { fault } from '../fault.ts';
import type { WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  bodyOf,
  type CallKind,
  hitsIn,
  kindOf,
  type Members,
  membersOf,
  onResponse,
} from '../interceptors.ts';

/** Faults of the members of search responses and of hits. */
export const searchResponseFaults: readonly Fault[] = [
  fault('search-answers-in-yaml', ['search.response-is-json'], () =>
    onWire((response) => written(response, 'took: 1\nhits: []\n', 'application/yaml')),
  ),
  fault('statistics-as-plain-text', ['search.statistics-are-json'], () =>
    onWire((response) => written(response, 'open 0\n', 'text/plain'), 'nodes-stats'),
  ),
  fault('search-response-cut-off', ['search.response-is-json'], () =>
    onWire((response) => ({
      ...response,
      body: response.body.slice(0, response.body.length - 2),
    })),
  ),
  fault('took-with-its-unit', ['search.took'], () =>
    onAnswer((answer) => ({ ...answer, took: `${String(answer['took'])}ms` })),
  ),
  fault('took-below-zero', ['search.took'], () => onAnswer((answer) => ({ ...answer, took: -1 }))),
  fault('took-in-fractions', ['search.took'], () =>
    onAnswer((answer) => ({ ...answer, took: 0.35 })),
  ),
  fault('timed-out-as-a-number', ['search.timed-out'], () =>
    onAnswer((answer) => ({ ...answer, timed_out: 0 })),
  ),
  fault('shards-as-a-number', ['search.shards'], () =>
    onAnswer((answer) => ({ ...answer, _shards: 1 })),
  ),
  fault('highest-score-in-a-sort-by-fields', ['search.max-score-null-in-field-sort'], () =>
    onResponse(['search'], (answer, request) =>
      'sort' in bodyOf(request) ? withMaxScore(answer, 1) : answer,
    ),
  ),
  fault('nothing-found-is-refused', ['search.hits-array'], () =>
    onWire((response, answer) =>
      hitsIn(answer).length > 0 ? response : { ...response, status: 404 },
    ),
  ),
];

function onAnswer(edit: (answer: Members) => Members): Interceptor {
  return onResponse(['search'], edit);
}

function onWire(
  edit: (response: WireResponse, answer: Members) => WireResponse,
  kind: CallKind = 'search',
): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    if (kindOf(request) !== kind || response.status >= 300) return response;
    return edit(response, membersOf(JSON.parse(Buffer.from(response.body).toString('utf8'))));
  };
}

function written(response: WireResponse, text: string, type: string): WireResponse {
  return {
    ...response,
    headers: { ...response.headers, 'content-type': type },
    body: Buffer.from(text),
  };
}

function withMaxScore(answer: Members, maxScore: unknown): Members {
  return { ...answer, hits: { ...membersOf(answer['hits']), max_score: maxScore } };
}
