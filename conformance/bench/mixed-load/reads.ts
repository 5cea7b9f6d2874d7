import {
  type Page,
  openPointInTime,
  readInTurn,
  scrollReader,
  afterReader,
  keepTime,
  pageOf,
  searchIn,
  slicedBodies,
} from '../../client/walking.ts';
import { listAt, valueAt } from '../../base/body.ts';
import {
  type Activity,
  anchorIds,
  anchorsPerLane,
  ask,
  expectSame,
  laneCount,
  oneOf,
} from './writes.ts';

/** One in so many cursors is left before its end. */
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
  const answer = await ask(lane.world, ['POST /docs/_search', body]);
  const numbers = pageOf(lane.world.last).map((hit) => Number(valueAt(hit, '_source.n')));
  const sorted = numbers.toSorted((a, b) => a - b);
  expectSame(sorted, numbers, 'the order of the hits');
  const buckets = listAt(answer, 'aggregations.groups.buckets');
  const counted = buckets.reduce((sum: number, one) => sum + Number(valueAt(one, 'doc_count')), 0);
  expectSame(valueAt(answer, 'hits.total.value'), counted, 'the sum of the buckets');
};

/** Reads all documents by a scroll. */
export const scroll: Activity = async (lane) => {
  const body = { size: 40 + lane.below(60), sort: oneOf(lane, sorts) };
  const pages = await readInTurn([scrollReader(lane.world, { target: 'docs', body })]);
  expectComplete(pages.flat(2), 'scroll');
};

/** Reads all documents of a point in time by search_after, in slices or as a whole. */
export const pointInTime: Activity = async (lane) => {
  const { world } = lane;
  await openPointInTime(world, 'docs', keepTime);
  const max = 1 + lane.below(4);
  const body = { sort: oneOf(lane, sorts), size: 50 };
  const readers = (max === 1 ? [body] : slicedBodies(body, max)).map((part) =>
    afterReader(searchIn(world), part),
  );
  expectComplete((await readInTurn(readers)).flat(2), `point in time in ${max} slices`);
};

/** Runs a query. */
export const query: Activity = async ({ world }) => {
  expectCounts(await ask(world, ['POST /_query', { query: countsByLane }], 'values'));
};

/** Runs a query in the background. */
export const asyncQuery: Activity = async ({ world }) => {
  const times = { wait_for_completion_timeout: '0ms', keep_alive: keepTime };
  const started = await ask(world, ['POST /_query/async', { query: countsByLane, ...times }]);
  const id = valueAt(started, 'id');
  if (typeof id !== 'string') return expectCounts(valueAt(started, 'values'));
  const path = `/_query/async/${encodeURIComponent(id)}`;
  expectCounts(await ask(world, [`GET ${path}?wait_for_completion_timeout=30s`], 'values'));
};

/** Reads a table page by page with a cursor; now and then leaves it before its end. */
export const sql: Activity = async ({ world, below }) => {
  const statement = 'SELECT id FROM docs WHERE anchor = true ORDER BY id';
  const ids: unknown[] = [];
  for (let body: object | undefined = { query: statement, fetch_size: 70 }; body !== undefined;) {
    const answer = await ask(world, ['POST /_sql', body]);
    ids.push(...listAt(answer, 'rows').flat());
    const cursor = valueAt(answer, 'cursor');
    body = cursor === undefined ? undefined : { cursor };
    if (body !== undefined && below(leftOneIn) === 0) return;
  }
  expectSame(anchorIds().toSorted(), ids, 'the rows of a statement');
};

/** Throws Mismatch if a walk returned a document twice, or none of those that are never deleted. */
function expectComplete(hits: Page, walk: string): void {
  const ids = new Set(hits.map((hit) => valueAt(hit, '_id')));
  expectSame(ids.size, hits.length, `${walk}: the number of hits with different ids`);
  const missing = anchorIds().filter((id) => !ids.has(id));
  expectSame([], missing, `${walk}: documents are missing`);
}

function expectCounts(values: unknown): void {
  expectSame(counts, values, 'the counts');
}
