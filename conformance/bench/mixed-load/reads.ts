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
import { valueAt } from '../../base/body.ts';
import {
  type Activity,
  anchorIds,
  anchorsPerLane,
  ask,
  expectSame,
  laneCount,
  oneOf,
} from './writes.ts';

const sorts: readonly (readonly unknown[])[] = [
  [{ n: 'asc' }],
  [{ word: 'desc' }, { n: 'asc' }],
  [{ when: 'desc' }],
  ['_doc'],
];

const countsByLane = 'FROM docs | WHERE anchor == true | STATS c = COUNT(*) BY lane | SORT lane';
const counts = Array.from({ length: laneCount }, (_, lane) => [anchorsPerLane, `lane-${lane}`]);

/** Searches with a sort; checks the order of the hits. */
export const search: Activity = async ({ world }) => {
  await ask(world, ['POST /docs/_search', { size: 30, sort: [{ n: 'asc' }] }]);
  const numbers = pageOf(world.last).map((hit) => Number(valueAt(hit, '_source.n')));
  const sorted = numbers.toSorted((a, b) => a - b);
  expectSame(sorted, numbers, 'the order of the hits');
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
  const answer = await ask(world, ['POST /_query', { query: countsByLane }], 'values');
  expectSame(counts, answer, 'the counts');
};

/** Throws Mismatch if a walk returned a document twice, or none of those that are never deleted. */
function expectComplete(hits: Page, walk: string): void {
  const ids = new Set(hits.map((hit) => valueAt(hit, '_id')));
  expectSame(ids.size, hits.length, `${walk}: the number of hits with different ids`);
  const missing = anchorIds().filter((id) => !ids.has(id));
  expectSame([], missing, `${walk}: documents are missing`);
}
