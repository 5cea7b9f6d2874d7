import type { Fault, Interceptor } from '../../run/mutation.ts';
import { parseJson, writeJson } from '../../base/body.ts';
import {
  addressOf,
  type Members,
  membersOf,
  onResponse,
  refusal,
  without,
} from '../interceptors.ts';

const contextCounts = ['open_contexts', 'scroll_current'];

/** Faults of the node statistics and of the cat listings. */
export const searchInspectionFaults: readonly Fault[] = [
  {
    name: 'open-contexts-not-shown',
    clauses: ['search.open-contexts-shown', 'search.open-contexts-fall'],
    start: () => onSearchStatistics((figures) => without(figures, ...contextCounts)),
  },
  {
    name: 'open-contexts-always-zero',
    clauses: ['search.open-contexts-shown', 'search.open-contexts-fall'],
    start: () => onSearchStatistics((figures) => withCounts(figures, () => 0)),
  },
  {
    name: 'open-contexts-at-most-one',
    clauses: ['search.open-contexts-shown'],
    start: () => onSearchStatistics((figures) => withCounts(figures, (n) => Math.min(n, 1))),
  },
  {
    name: 'open-contexts-never-fall',
    clauses: ['search.open-contexts-fall'],
    start: () => {
      let highest = 0;
      return onSearchStatistics((figures) =>
        withCounts(figures, (n) => (highest = Math.max(highest, n))),
      );
    },
  },
  {
    name: 'node-statistics-refused',
    clauses: ['search.open-contexts-shown', 'search.open-contexts-fall'],
    start: () => (request, forward) =>
      addressOf(request).segments[0] === '_nodes'
        ? Promise.resolve(refusal('illegal_argument_exception', 'no statistics here'))
        : forward(request),
  },
  {
    name: 'cat-indices-without-primary-size',
    clauses: ['search.cat-indices-store-size'],
    start: () => onListing('indices', (row) => without(row, 'pri.store.size')),
  },
  {
    name: 'cat-shards-without-size',
    clauses: ['search.cat-shards-store'],
    start: () => onListing('shards', (row) => without(row, 'store')),
  },
  {
    name: 'cat-shards-with-size-of-the-first-only',
    clauses: ['search.cat-shards-store'],
    start: () =>
      onListing('shards', (row, at) => (at > 0 && 'store' in row ? { ...row, store: null } : row)),
  },
  {
    name: 'cat-shards-spell-primary-out',
    clauses: ['search.cat-shards-prirep'],
    start: () =>
      onListing('shards', (row) => ('prirep' in row ? { ...row, prirep: 'primary' } : row)),
  },
  {
    name: 'cat-shards-call-primaries-replicas',
    clauses: ['search.cat-shards-prirep'],
    start: () => onListing('shards', (row) => ('prirep' in row ? { ...row, prirep: 'r' } : row)),
  },
  {
    name: 'cat-shards-count-no-documents',
    clauses: ['search.cat-shards-docs'],
    start: () => onListing('shards', (row) => ('docs' in row ? { ...row, docs: '0' } : row)),
  },
  {
    name: 'cat-shards-without-documents',
    clauses: ['search.cat-shards-docs'],
    start: () => onListing('shards', (row) => without(row, 'docs')),
  },
];

/** Changes the figures of searches of every node. */
function onSearchStatistics(edit: (figures: Members) => Members): Interceptor {
  return onResponse(['nodes-stats'], (body) => {
    const nodes = Object.entries(membersOf(body['nodes'])).map(([id, node]) => {
      const indices = membersOf(membersOf(node)['indices']);
      const search = edit(membersOf(indices['search']));
      return [id, { ...membersOf(node), indices: { ...indices, search } }];
    });
    return { ...body, nodes: Object.fromEntries(nodes) as Members };
  });
}

function withCounts(figures: Members, edit: (count: number) => number): Members {
  const changed = contextCounts
    .filter((name) => name in figures)
    .map((name) => [name, edit(Number(figures[name]))]);
  return { ...figures, ...(Object.fromEntries(changed) as Members) };
}

/** Changes each row of a cat listing. */
function onListing(listing: string, edit: (row: Members, at: number) => Members): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    const [first, second] = addressOf(request).segments;
    if (first !== '_cat' || second !== listing || response.status >= 300) return response;
    const rows = parseJson(Buffer.from(response.body).toString('utf8'));
    if (!Array.isArray(rows)) return response;
    const edited = rows.map((row, at) => edit(membersOf(row), at));
    return { ...response, body: Buffer.from(writeJson(edited)) };
  };
}
