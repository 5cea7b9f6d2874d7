import type { Exchange } from '../../base/exchange.ts';
import { pageOf, type Page } from '../../client/walking.ts';
import { valueAt } from '../../client/json-path.ts';
import { afterReader, readInTurn, slicedBodies } from '../../client/walking.ts';
import { memberOf } from './server.ts';
import {
  type Activity,
  anchorIds,
  anchorsPerLane,
  expectSame,
  type Lane,
  laneCount,
  oneOf,
} from './writes.ts';

/** What is left behind is removed by the server after this time. */
const keepTime = '10s';

/** One in so many contexts, results and cursors is left behind. */
const leftOneIn = 8;

const sorts: readonly (readonly unknown[])[] = [
  [{ n: 'asc' }],
  [{ word: 'desc' }, { n: 'asc' }],
  [{ when: 'desc' }],
  ['_doc'],
];

const queries: readonly object[] = [
  { match_all: {} },
  { match: { text: 'amber' } },
  { range: { n: { gte: 1000, lt: 60_000 } } },
  { terms: { lane: ['lane-0', 'lane-2'] } },
];

const countsByLane = 'FROM docs | WHERE anchor == true | STATS c = COUNT(*) BY lane | SORT lane';
const counts = Array.from({ length: laneCount }, (_, lane) => [anchorsPerLane, `lane-${lane}`]);

/** Searches with a sort and an aggregation; checks the order of the hits, and that the buckets count all of them. */
export const search: Activity = async (lane) => {
  const aggs = { groups: { terms: { field: oneOf(lane, ['word', 'lane']), size: 50 } } };
  const sort = [{ n: 'asc' }];
  const body = { query: oneOf(lane, queries), size: 30, sort, track_total_hits: true, aggs };
  const answer = await lane.server.send('POST /docs/_search', { body });
  const numbers = pageOf(answer).map((hit) => Number(valueAt(hit, '_source.n')));
  const sorted = numbers.toSorted((a, b) => a - b);
  expectSame(sorted, numbers, 'the order of the hits');
  const buckets = memberOf(answer, 'aggregations.groups.buckets') as readonly Bucket[];
  const counted = buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0);
  expectSame(memberOf(answer, 'hits.total.value'), counted, 'the sum of the buckets');
};

type Bucket = Readonly<Record<'doc_count', number>>;

/** Reads all documents by a scroll; now and then leaves it open. */
export const scroll: Activity = async (lane) => {
  const { server } = lane;
  const body = { size: 40 + lane.below(60), sort: oneOf(lane, sorts) };
  let page = await server.send(`POST /docs/_search?scroll=${keepTime}`, { body });
  const pages = [pageOf(page)];
  const cursor = (): object => ({ scroll_id: memberOf(page, '_scroll_id') });
  while (pages.at(-1)?.length !== 0) {
    page = await server.send('POST /_search/scroll', { body: { ...cursor(), scroll: keepTime } });
    pages.push(pageOf(page));
  }
  expectComplete(pages.flat(), 'scroll');
  if (!leaves(lane)) await server.send('DELETE /_search/scroll', { body: cursor() });
};

/** Reads all documents of a point in time by search_after, in slices or as a whole; now and then leaves it open. */
export const pointInTime: Activity = async (lane) => {
  const { server } = lane;
  const id = memberOf(await server.send(`POST /docs/_pit?keep_alive=${keepTime}`), 'id');
  const max = 1 + lane.below(4);
  const body = { sort: oneOf(lane, sorts), pit: { id, keep_alive: keepTime }, size: 50 };
  const readers = (max === 1 ? [body] : slicedBodies(body, max)).map((part) =>
    afterReader((one) => server.send('POST /_search', { body: one }), part),
  );
  expectComplete((await readInTurn(readers)).flat(2), `point in time in ${max} slices`);
  if (!leaves(lane)) await server.send('DELETE /_pit', { body: { id } });
};

/** Runs a query. */
export const query: Activity = async (lane) => {
  expectCounts(await lane.server.send('POST /_query', { body: { query: countsByLane } }));
};

/** Runs a query in the background; deletes its result, or leaves it. */
export const asyncQuery: Activity = async (lane) => {
  const { server } = lane;
  const body = { query: countsByLane, wait_for_completion_timeout: '0ms', keep_alive: keepTime };
  const started = await server.send('POST /_query/async', { body });
  const id = memberOf(started, 'id') as string | undefined;
  if (id === undefined) return expectCounts(started);
  const path = `/_query/async/${encodeURIComponent(id)}`;
  expectCounts(await server.send(`GET ${path}?wait_for_completion_timeout=30s`));
  if (leaves(lane)) return;
  await server.send(`DELETE ${path}`);
  await server.send(`GET ${path}`, { status: 404 });
};

/** Reads a table page by page with a cursor; now and then leaves it before its end. */
export const sql: Activity = async (lane) => {
  const statement = 'SELECT id FROM docs WHERE anchor = true ORDER BY id';
  const ids: unknown[] = [];
  for (let body: object | undefined = { query: statement, fetch_size: 70 }; body !== undefined;) {
    const answer = await lane.server.send('POST /_sql', { body });
    ids.push(...(memberOf(answer, 'rows') as unknown[][]).flat());
    const cursor = memberOf(answer, 'cursor');
    body = cursor === undefined ? undefined : { cursor };
    if (body !== undefined && leaves(lane)) return;
  }
  expectSame(anchorIds().toSorted(), ids, 'the rows of a statement');
};

function leaves(lane: Lane): boolean {
  return lane.below(leftOneIn) === 0;
}

/** Throws Mismatch if a walk returned a document twice, or none of those that are never deleted. */
function expectComplete(hits: Page, walk: string): void {
  const ids = new Set(hits.map((hit) => valueAt(hit, '_id')));
  expectSame(ids.size, hits.length, `${walk}: the number of hits with different ids`);
  const missing = anchorIds().filter((id) => !ids.has(id));
  expectSame([], missing, `${walk}: documents are missing`);
}

function expectCounts(answer: Exchange): void {
  expectSame(counts, memberOf(answer, 'values'), 'the counts');
}
