import { parseJson, textOf, writeJson } from '../../base/body.ts';
import { type Fault, type Interceptor, fault } from '../../run/mutation.ts';
import {
  listOf,
  type Members,
  membersOf,
  onReply,
  onRequest,
  onResponse,
  without,
  withText,
} from '../interceptors.ts';

/** Wrong members of the rows of the cat listings. */
const rows: Readonly<Record<string, readonly [clauses: readonly string[], wrong: Members]>> = {
  'cat-shards-spell-primary-out': [['search.cat-shards-prirep'], { prirep: 'primary' }],
  'replicas-marked-as-primaries': [['search.cat-shards-prirep-of-replicas'], { prirep: 'p' }],
  'cat-sizes-in-words': [
    ['search.cat-indices-store-size', 'search.cat-shards-store'],
    { store: 'small', 'pri.store.size': 'small' },
  ],
};

/** Faults of searches, of their sorts and cursors, and of the listings. */
export const searchFaults: readonly Fault[] = [
  fault('search-after-ignores-a-positive-from', ['search-after.from-positive-refused'], () =>
    onRequest(['search'], (body) => ('search_after' in body ? without(body, 'from') : body)),
  ),
  fault('from-below-minus-one-taken', ['search-after.from-below-minus-one-refused'], () =>
    onRequest(['search'], (body) => (Number(body['from']) < 0 ? without(body, 'from') : body)),
  ),
  fault('scroll-id-in-every-search', ['scroll.no-scroll-id-without-scroll'], () =>
    onResponse(['search'], (body) => ({ ...body, _scroll_id: 'x' })),
  ),
  fault('pit-id-in-every-search', ['point-in-time.no-pit-id-without-point-in-time'], () =>
    onResponse(['search'], (body) => ({ pit_id: 'x', ...body })),
  ),
  ...Object.entries(rows).map(([name, [clauses, wrong]]) =>
    fault(name, clauses, () => onRows((row) => ({ ...row, ...shared(wrong, row) }))),
  ),
];

/** Changes each row of the cat listings. */
function onRows(edit: (row: Members) => Members): Interceptor {
  return onReply(['cat'], (reply) => {
    const listed = listOf(parseJson(textOf(reply))).map(membersOf);
    return withText(reply, writeJson(listed.map(edit)));
  });
}

/** Returns those members that the other object has, too. */
function shared(members: Members, other: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name in other));
}
