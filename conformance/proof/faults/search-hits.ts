import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onHit, onHits, sortOf } from '../search-interceptors.ts';
import { hitsIn, listOf, type Members, membersOf, onResponse, without } from '../interceptors.ts';

/** Faults of the members of hits. */
export const searchHitFaults: readonly Fault[] = [
  hitWithout('_index', 'search.hit-index'),
  {
    name: 'hit-index-is-the-target-asked-for',
    clauses: ['search.hit-index'],
    start: () =>
      onResponse(['search'], (answer, request) => ({
        ...answer,
        hits: {
          ...membersOf(answer['hits']),
          hits: hitsIn(answer).map((hit) => ({ ...hit, _index: request.path.split('/')[1] ?? '' })),
        },
      })),
  },
  hitWithout('_id', 'search.hit-id'),
  {
    name: 'hit-id-as-a-number',
    clauses: ['search.hit-id'],
    start: () => onId((id) => (/^\d+$/.test(id) ? Number(id) : id)),
  },
  {
    name: 'hit-id-without-leading-zeros',
    clauses: ['search.hit-id'],
    start: () => onId((id) => id.replace(/^0+/, '')),
  },
  {
    name: 'hit-id-left-percent-encoded',
    clauses: ['search.hit-id'],
    start: () => onId(encodeURIComponent),
  },
  hitWithout('_score', 'search.hit-score'),
  {
    name: 'hit-without-score-in-a-sort',
    clauses: ['search.hit-score'],
    start: () => onHit((hit, body) => ('sort' in body ? without(hit, '_score') : hit)),
  },
  hitWithout('_source', 'search.hit-source'),
  {
    name: 'source-without-nulls',
    clauses: ['search.hit-source'],
    start: () => onSource((source) => entriesOf(source, ([, value]) => value !== null)),
  },
  {
    name: 'source-without-empty-lists',
    clauses: ['search.hit-source'],
    start: () => onSource((source) => entriesOf(source, ([, value]) => listOf(value).length > 0)),
  },
  {
    name: 'source-with-lists-as-sets',
    clauses: ['search.hit-source'],
    start: () =>
      onSource((source) =>
        mapped(source, (value) => (Array.isArray(value) ? [...new Set(value)] : value)),
      ),
  },
  {
    name: 'source-with-texts-for-numbers',
    clauses: ['search.hit-source'],
    start: () =>
      onSource((source) =>
        mapped(source, (value) => (typeof value === 'number' ? String(value) : value)),
      ),
  },
  {
    name: 'source-with-numbers-as-doubles',
    clauses: ['search.hit-source'],
    start: () =>
      onSource((source) =>
        mapped(source, (value) => (typeof value === 'bigint' ? Number(value) : value)),
      ),
  },
  hitWithout('sort', 'search.hit-sort-values'),
  {
    name: 'sort-values-of-the-first-entry-only',
    clauses: ['search.hit-sort-values'],
    start: () => onSortValues((values) => values.slice(0, 1)),
  },
  {
    name: 'sort-values-turned-round',
    clauses: ['search.hit-sort-values'],
    start: () => onSortValues((values) => values.toReversed()),
  },
  {
    name: 'sort-values-as-texts',
    clauses: ['search.hit-sort-values'],
    start: () => onSortValues((values) => values.map(String)),
  },
  {
    name: 'sort-values-of-the-hit-before',
    clauses: ['search.hit-sort-values'],
    start: () =>
      onHits((hits) =>
        hits.map((hit, place) => ({ ...hit, sort: sortOf(hits[Math.max(0, place - 1)] ?? hit) })),
      ),
  },
];

function hitWithout(member: string, clause: string): Fault {
  const name = `hit-without-${member.replace(/^_/, '')}`;
  return { name, clauses: [clause], start: () => onHit((hit) => without(hit, member)) };
}

function onId(edit: (id: string) => unknown): Interceptor {
  return onHit((hit) => ({ ...hit, _id: edit(String(hit['_id'])) }));
}

function onSource(edit: (source: Members) => Members): Interceptor {
  return onHit((hit) => ({ ...hit, _source: edit(membersOf(hit['_source'])) }));
}

function onSortValues(edit: (values: readonly unknown[]) => readonly unknown[]): Interceptor {
  return onHit((hit) => ({ ...hit, sort: edit(sortOf(hit)) }));
}

function entriesOf(source: Members, keep: (entry: [string, unknown]) => boolean): Members {
  return Object.fromEntries(Object.entries(source).filter(keep));
}

function mapped(source: Members, edit: (value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, edit(value)]));
}
