import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { parseJson, writeJson } from '../../base/body.ts';
import { addressOf, type Members, membersOf, onResponse, without } from '../interceptors.ts';

const contextCounts = ['open_contexts', 'scroll_current'];

/** Faults of the node statistics and of the cat listings. */
export const searchInspectionFaults: readonly Fault[] = [
  fault(
    'open-contexts-not-shown',
    ['search.open-contexts-shown', 'search.open-contexts-fall'],
    () => onSearchStatistics((figures) => without(figures, ...contextCounts)),
  ),
  fault(
    'open-contexts-always-zero',
    ['search.open-contexts-shown', 'search.open-contexts-fall'],
    () => onSearchStatistics((figures) => withCounts(figures, () => 0)),
  ),
  fault('open-contexts-at-most-one', ['search.open-contexts-shown'], () =>
    onSearchStatistics((figures) => withCounts(figures, (n) => Math.min(n, 1))),
  ),
  fault('open-contexts-never-fall', ['search.open-contexts-fall'], () => {
    let highest = 0;
    return onSearchStatistics((figures) =>
      withCounts(figures, (n) => (highest = Math.max(highest, n))),
    );
  }),
  fault('cat-indices-without-primary-size', ['search.cat-indices-store-size'], () =>
    onListing('indices', (row) => without(row, 'pri.store.size')),
  ),
  fault('cat-shards-without-size', ['search.cat-shards-store'], () =>
    onListing('shards', (row) => without(row, 'store')),
  ),
  fault('cat-shards-with-size-of-the-first-only', ['search.cat-shards-store'], () =>
    onListing('shards', (row, at) => (at > 0 && 'store' in row ? { ...row, store: null } : row)),
  ),
  fault('cat-shards-spell-primary-out', ['search.cat-shards-prirep'], () =>
    onListing('shards', (row) => ('prirep' in row ? { ...row, prirep: 'primary' } : row)),
  ),
  fault('cat-shards-call-primaries-replicas', ['search.cat-shards-prirep'], () =>
    onListing('shards', (row) => ('prirep' in row ? { ...row, prirep: 'r' } : row)),
  ),
  fault('cat-shards-count-no-documents', ['search.cat-shards-docs'], () =>
    onListing('shards', (row) => ('docs' in row ? { ...row, docs: '0' } : row)),
  ),
  fault('cat-shards-without-documents', ['search.cat-shards-docs'], () =>
    onListing('shards', (row) => without(row, 'docs')),
  ),
];

/** Changes the search statistics of every node. */
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
