import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onHit, sortOf } from '../search-interceptors.ts';
import { hitsIn, listOf, type Members, membersOf, onResponse, targetOf } from '../interceptors.ts';

/** Faults of the members of hits. */
export const searchHitFaults: readonly Fault[] = [
  fault('hit-index-is-the-target-asked-for', ['search.hit-index'], () =>
    onResponse(['search'], (answer, request) => ({
      ...answer,
      hits: {
        ...membersOf(answer['hits']),
        hits: hitsIn(answer).map((hit) => ({ ...hit, _index: targetOf(request) })),
      },
    })),
  ),
  fault('hit-id-without-leading-zeros', ['search.hit-id'], () =>
    onId((id) => id.replace(/^0+/, '')),
  ),
  fault('hit-id-left-percent-encoded', ['search.hit-id'], () => onId(encodeURIComponent)),
  fault('source-without-empty-lists', ['search.hit-source'], () =>
    onSource((source) => entriesOf(source, ([, value]) => listOf(value).length > 0)),
  ),
  fault('source-with-lists-as-sets', ['search.hit-source'], () =>
    onSource((source) =>
      mapped(source, (value) => (Array.isArray(value) ? [...new Set(value)] : value)),
    ),
  ),
  fault('source-with-numbers-as-doubles', ['search.hit-source'], () =>
    onSource((source) =>
      mapped(source, (value) => (typeof value === 'bigint' ? Number(value) : value)),
    ),
  ),
  fault('sort-values-turned-round', ['search.hit-sort-values'], () =>
    onSortValues((values) => values.toReversed()),
  ),
];

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
