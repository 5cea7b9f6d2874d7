import { at } from '../../base/assert.ts';
import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onHit, onHits, sortOf } from '../search-interceptors.ts';
import {
  hitsIn,
  listOf,
  type Members,
  membersOf,
  onResponse,
  targetOf,
  without,
} from '../interceptors.ts';

/** Faults of the members of hits. */
export const searchHitFaults: readonly Fault[] = [
  hitWithout('_index', 'search.hit-index'),
  fault('hit-index-is-the-target-asked-for', ['search.hit-index'], () =>
    onResponse(['search'], (answer, request) => ({
      ...answer,
      hits: {
        ...membersOf(answer['hits']),
        hits: hitsIn(answer).map((hit) => ({ ...hit, _index: targetOf(request) })),
      },
    })),
  ),
  hitWithout('_id', 'search.hit-id'),
  fault('hit-id-as-a-number', ['search.hit-id'], () =>
    onId((id) => (/^\d+$/.test(id) ? Number(id) : id)),
  ),
  fault('hit-id-without-leading-zeros', ['search.hit-id'], () =>
    onId((id) => id.replace(/^0+/, '')),
  ),
  fault('hit-id-left-percent-encoded', ['search.hit-id'], () => onId(encodeURIComponent)),
  hitWithout('_score', 'search.hit-score'),
  fault('hit-without-score-in-a-sort', ['search.hit-score'], () =>
    onHit((hit, body) => ('sort' in body ? without(hit, '_score') : hit)),
  ),
  hitWithout('_source', 'search.hit-source'),
  fault('source-without-nulls', ['search.hit-source'], () =>
    onSource((source) => entriesOf(source, ([, value]) => value !== null)),
  ),
  fault('source-without-empty-lists', ['search.hit-source'], () =>
    onSource((source) => entriesOf(source, ([, value]) => listOf(value).length > 0)),
  ),
  fault('source-with-lists-as-sets', ['search.hit-source'], () =>
    onSource((source) =>
      mapped(source, (value) => (Array.isArray(value) ? [...new Set(value)] : value)),
    ),
  ),
  fault('source-with-texts-for-numbers', ['search.hit-source'], () =>
    onSource((source) =>
      mapped(source, (value) => (typeof value === 'number' ? String(value) : value)),
    ),
  ),
  fault('source-with-numbers-as-doubles', ['search.hit-source'], () =>
    onSource((source) =>
      mapped(source, (value) => (typeof value === 'bigint' ? Number(value) : value)),
    ),
  ),
  hitWithout('sort', 'search.hit-sort-values'),
  fault('sort-values-of-the-first-entry-only', ['search.hit-sort-values'], () =>
    onSortValues((values) => values.slice(0, 1)),
  ),
  fault('sort-values-turned-round', ['search.hit-sort-values'], () =>
    onSortValues((values) => values.toReversed()),
  ),
  fault('sort-values-as-texts', ['search.hit-sort-values'], () =>
    onSortValues((values) => values.map(String)),
  ),
  fault('sort-values-of-the-hit-before', ['search.hit-sort-values'], () =>
    onHits((hits) =>
      hits.map((hit, place) => ({ ...hit, sort: sortOf(at(hits, Math.max(0, place - 1))) })),
    ),
  ),
];

function hitWithout(member: string, clause: string): Fault {
  const name = `hit-without-${member.replace(/^_/, '')}`;
  return fault(name, [clause], () => onHit((hit) => without(hit, member)));
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
