import type { Exchange } from '../../base/exchange.ts';
import {
  keepPointInTimeId,
  type Page,
  pageOf,
  afterReader,
  type Body,
  fromReader,
  type Reader,
  readInTurn,
  scrollReader,
  slicedBodies,
} from '../../client/walking.ts';
import { isRefusal } from '../../client/expectations.ts';
import type { World } from '../../client/world.ts';
import { claimsExtra } from '../../driver/missing-reasons.ts';
import type { WalkRow } from '../dimensions/walk-dimensions.ts';
import { sliceFields } from './walk-corpus.ts';
import { expectNoTotal } from '../../client/hit-list.ts';
import { type Keeping, keepingOf, type Stage } from './keeping.ts';

/** A walk over a target; a walk in a point in time uses the open one. */
export interface Walk {
  readonly row: WalkRow;
  readonly target: string;
  readonly body: Body;
  /** The number of documents that match. */
  readonly count: number;
  readonly keeping: Keeping;
}

/** The number of slices of a sliced walk: some with few pages have more than two. */
function slicesOf({ kind, size }: WalkRow): number {
  if (!kind.startsWith('sliced')) return 1;
  return size === '10' ? 3 : 2;
}

/** Makes a walk of a row over a target. */
export function walkOf(
  world: World,
  row: WalkRow,
  given: Pick<Walk, 'target' | 'body' | 'count'>,
): Walk {
  // Each slice of a scroll has a context of its own.
  const contexts = row.kind === 'sliced scroll' ? slicesOf(row) : 1;
  return { row, ...given, keeping: keepingOf(world, row, contexts) };
}

/** True for walks in a point in time. */
export function isFrozenBySearch({ kind }: WalkRow): boolean {
  return kind.includes('point in time');
}

/**
 * Sends one search of a walk, with the point in time if the walk has one. The specification shows searches by GET: where a
 * server refuses one by POST, it is sent by GET.
 */
export async function searchOnce(
  world: World,
  { row, target, keeping }: Walk,
  { body, stage }: { readonly body: Body; readonly stage: Stage },
): Promise<Exchange> {
  if (!isFrozenBySearch(row)) return searchBy(world, row, { path: `/${target}/_search`, body });
  const exchange = await keeping(stage, (keep) => {
    const extending = row.extended === 'only opened' ? {} : { keep_alive: keep };
    const pit = { id: world.saved('pit_id'), ...extending };
    return searchBy(world, row, { path: '/_search', body: { ...body, pit } });
  });
  if (!isRefusal(exchange)) keepPointInTimeId(world, exchange);
  return exchange;
}

async function searchBy(
  world: World,
  { method }: WalkRow,
  request: { readonly path: string; readonly body: Body },
): Promise<Exchange> {
  const isShown = request.path !== '/_search' || claimsExtra(world.profile, 'call:searchAll');
  const first = await world.send({ method: isShown ? method : 'GET', ...request });
  const isOpen = method === 'POST' && isRefusal(first);
  return isOpen ? world.send({ method: 'GET', ...request }) : first;
}

/** Reads a walk to its end and returns the pages of each slice. `between` is called once, after the first pages. */
export function readWalk(
  world: World,
  walk: Walk,
  between: () => Promise<void>,
): Promise<readonly (readonly Page[])[]> {
  return readInTurn(
    bodiesOf(walk.row, walk.body).map((body) => readerOf(world, { ...walk, body })),
    between,
  );
}

/** The bodies of the searches that a walk begins with: one for each slice. */
export function bodiesOf(row: WalkRow, body: Body): readonly Body[] {
  const slices = slicesOf(row);
  if (slices === 1) return [body];
  const field = row.slicing === 'default' ? {} : { slice: { field: sliceFields[row.slicing] } };
  return slicedBodies({ ...body, ...field }, slices);
}

function readerOf(world: World, walk: Walk): Reader {
  const { kind, beside, method } = walk.row;
  if (kind.endsWith('scroll')) return scrollReader(world, walk, { method, keeping: walk.keeping });
  let stage: Stage = 'by the first page';
  const search = async (body: Body): Promise<Exchange> => {
    const now = stage;
    stage = 'by a later page';
    const exchange = await searchOnce(world, walk, { body, stage: now });
    // Whoever has all hits knows how many there are.
    const isPart = beside === 'no total' && pageOf(exchange).length < walk.count;
    if (isPart) expectNoTotal(exchange, walk.count);
    return exchange;
  };
  if (/^from|from$/.test(kind)) return fromReader(search, walk.body);
  const from = beside.startsWith('from') ? { from: Number(beside.slice('from '.length)) } : {};
  return afterReader(search, walk.body, from);
}
