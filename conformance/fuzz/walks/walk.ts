import type { Exchange } from '../../base/exchange.ts';
import {
  keepPointInTimeId,
  type Page,
  afterReader,
  type Body,
  fromReader,
  keepTime,
  type Reader,
  readInTurn,
  scrollReader,
  slicedBodies,
} from '../../client/walking.ts';
import { isRefusal } from '../../client/expectations.ts';
import type { World } from '../../client/world.ts';
import type { WalkRow } from '../dimensions/walk-dimensions.ts';
import { sliceField } from './walk-corpus.ts';

/** A walk over a target; a walk in a point in time uses the open one. */
export interface Walk {
  readonly row: WalkRow;
  readonly target: string;
  readonly body: Body;
}

/** The number of slices of a sliced walk. */
const slices = 2;

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
  { row, target }: Pick<Walk, 'row' | 'target'>,
  body: Body,
): Promise<Exchange> {
  const isFrozen = isFrozenBySearch(row);
  const pit = isFrozen ? { pit: { id: world.saved('pit_id'), keep_alive: keepTime } } : {};
  const request = { path: isFrozen ? '/_search' : `/${target}/_search`, body: { ...body, ...pit } };
  const first = await world.send({ method: row.method, ...request });
  const isOpen = row.method === 'POST' && isRefusal(first);
  const exchange = isOpen ? await world.send({ method: 'GET', ...request }) : first;
  if (isFrozen && !isRefusal(exchange)) keepPointInTimeId(world, exchange);
  return exchange;
}

/** Reads a walk to its end and returns the pages of each slice. `between` is called once, after the first pages. */
export function readWalk(
  world: World,
  walk: Walk,
  between: () => Promise<void>,
): Promise<readonly (readonly Page[])[]> {
  const { kind, slicing } = walk.row;
  const field = slicing === 'field' ? { slice: { field: sliceField } } : {};
  const bodies = kind.startsWith('sliced')
    ? slicedBodies({ ...walk.body, ...field }, slices)
    : [walk.body];
  return readInTurn(
    bodies.map((body) => readerOf(world, { ...walk, body })),
    between,
  );
}

function readerOf(world: World, walk: Walk): Reader {
  const { kind, beside, method } = walk.row;
  if (kind.endsWith('scroll')) return scrollReader(world, walk, method);
  const search = (body: Body): Promise<Exchange> => searchOnce(world, walk, body);
  if (kind.startsWith('from')) return fromReader(search, walk.body);
  const from = beside.startsWith('from') ? { from: Number(beside.slice('from '.length)) } : {};
  return afterReader(search, walk.body, from);
}
