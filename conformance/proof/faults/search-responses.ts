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
  {
    name: 'search-answers-in-yaml',
    clauses: ['search.response-is-json'],
    start: () => onWire((response) => written(response, 'took: 1\nhits: []\n', 'application/yaml')),
  },
  {
    name: 'search-response-cut-off',
    clauses: ['search.response-is-json'],
    start: () =>
      onWire((response) => ({
        ...response,
        body: response.body.slice(0, response.body.length - 2),
      })),
  },
  ...missing('took', 'search.took'),
  {
    name: 'took-with-its-unit',
    clauses: ['search.took'],
    start: () => onAnswer((answer) => ({ ...answer, took: `${String(answer['took'])}ms` })),
  },
  {
    name: 'took-below-zero',
    clauses: ['search.took'],
    start: () => onAnswer((answer) => ({ ...answer, took: -1 })),
  },
  {
    name: 'took-in-fractions',
    clauses: ['search.took'],
    start: () => onAnswer((answer) => ({ ...answer, took: 0.35 })),
  },
  ...missing('timed_out', 'search.timed-out'),
  {
    name: 'timed-out-as-a-number',
    clauses: ['search.timed-out'],
    start: () => onAnswer((answer) => ({ ...answer, timed_out: 0 })),
  },
  ...missing('_shards', 'search.shards'),
  {
    name: 'shards-as-a-number',
    clauses: ['search.shards'],
    start: () => onAnswer((answer) => ({ ...answer, _shards: 1 })),
  },
  {
    name: 'highest-score-in-a-sort-by-fields',
    clauses: ['search.max-score-null-in-field-sort'],
    start: () =>
      onResponse(['search'], (answer, request) =>
        'sort' in bodyOf(request) ? withMaxScore(answer, 1) : answer,
      ),
  },
  {
    name: 'highest-score-left-out',
    clauses: ['search.max-score-type', 'search.max-score-null-in-field-sort'],
    start: () =>
      onAnswer((answer) => ({ ...answer, hits: without(membersOf(answer['hits']), 'max_score') })),
  },
  {
    name: 'highest-score-as-a-text',
    clauses: ['search.max-score-type'],
    start: () => onAnswer((answer) => withMaxScore(answer, '1.0')),
  },
  {
    name: 'hits-left-out-where-there-are-none',
    clauses: ['search.hits-array'],
    start: () =>
      onAnswer((answer) =>
        hitsIn(answer).length > 0
          ? answer
          : { ...answer, hits: without(membersOf(answer['hits']), 'hits') },
      ),
  },
  {
    name: 'hits-null-where-there-are-none',
    clauses: ['search.hits-array'],
    start: () =>
      onAnswer((answer) =>
        hitsIn(answer).length > 0
          ? answer
          : { ...answer, hits: { ...membersOf(answer['hits']), hits: null } },
      ),
  },
  {
    name: 'hits-by-id',
    clauses: ['search.hits-array'],
    start: () =>
      onAnswer((answer) => ({
        ...answer,
        hits: {
          ...membersOf(answer['hits']),
          hits: Object.fromEntries(hitsIn(answer).map((hit) => [String(hit['_id']), hit])),
        },
      })),
  },
  {
    name: 'nothing-found-is-refused',
    clauses: ['search.hits-array'],
    start: () =>
      onWire((response, answer) =>
        hitsIn(answer).length > 0 ? response : { ...response, status: 404 },
      ),
  },
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
  return [{ name, clauses: [clause], start: () => onAnswer((answer) => without(answer, member)) }];
}

function withMaxScore(answer: Members, maxScore: unknown): Members {
  return { ...answer, hits: { ...membersOf(answer['hits']), max_score: maxScore } };
}
