import { fault } from '../fault.ts';
import type { WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  bodyOf,
  hitsIn,
  kindOf,
  type Members,
  membersOf,
  onResponse,
  without,
} from '../interceptors.ts';

/** Faults of the members of search responses and of hits. */
export const searchResponseFaults: readonly Fault[] = [
  fault('search-answers-in-yaml', ['search.response-is-json'], () =>
    onWire((response) => written(response, 'took: 1\nhits: []\n', 'application/yaml')),
  ),
  fault('search-response-cut-off', ['search.response-is-json'], () =>
    onWire((response) => ({
      ...response,
      body: response.body.slice(0, response.body.length - 2),
    })),
  ),
  ...missing('took', 'search.took'),
  fault('took-with-its-unit', ['search.took'], () =>
    onAnswer((answer) => ({ ...answer, took: `${String(answer['took'])}ms` })),
  ),
  fault('took-below-zero', ['search.took'], () => onAnswer((answer) => ({ ...answer, took: -1 }))),
  fault('took-in-fractions', ['search.took'], () =>
    onAnswer((answer) => ({ ...answer, took: 0.35 })),
  ),
  ...missing('timed_out', 'search.timed-out'),
  fault('timed-out-as-a-number', ['search.timed-out'], () =>
    onAnswer((answer) => ({ ...answer, timed_out: 0 })),
  ),
  ...missing('_shards', 'search.shards'),
  fault('shards-as-a-number', ['search.shards'], () =>
    onAnswer((answer) => ({ ...answer, _shards: 1 })),
  ),
  fault('highest-score-in-a-sort-by-fields', ['search.max-score-null-in-field-sort'], () =>
    onResponse(['search'], (answer, request) =>
      'sort' in bodyOf(request) ? withMaxScore(answer, 1) : answer,
    ),
  ),
  fault(
    'highest-score-left-out',
    ['search.max-score-type', 'search.max-score-null-in-field-sort'],
    () =>
      onAnswer((answer) => ({ ...answer, hits: without(membersOf(answer['hits']), 'max_score') })),
  ),
  fault('highest-score-as-a-text', ['search.max-score-type'], () =>
    onAnswer((answer) => withMaxScore(answer, '1.0')),
  ),
  fault('hits-left-out-where-there-are-none', ['search.hits-array'], () =>
    onAnswer((answer) =>
      hitsIn(answer).length > 0
        ? answer
        : { ...answer, hits: without(membersOf(answer['hits']), 'hits') },
    ),
  ),
  fault('hits-null-where-there-are-none', ['search.hits-array'], () =>
    onAnswer((answer) =>
      hitsIn(answer).length > 0
        ? answer
        : { ...answer, hits: { ...membersOf(answer['hits']), hits: null } },
    ),
  ),
  fault('hits-by-id', ['search.hits-array'], () =>
    onAnswer((answer) => ({
      ...answer,
      hits: {
        ...membersOf(answer['hits']),
        hits: Object.fromEntries(hitsIn(answer).map((hit) => [String(hit['_id']), hit])),
      },
    })),
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

function onWire(edit: (response: WireResponse, answer: Members) => WireResponse): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    if (kindOf(request) !== 'search' || response.status >= 300) return response;
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

function missing(member: string, clause: string): readonly Fault[] {
  const name = `response-without-${member.replaceAll('_', '-').replace(/^-/, '')}`;
  return [fault(name, [clause], () => onAnswer((answer) => without(answer, member)))];
}

function withMaxScore(answer: Members, maxScore: unknown): Members {
  return { ...answer, hits: { ...membersOf(answer['hits']), max_score: maxScore } };
}
