import { jsonOf } from '../../base/body.ts';
import { bounds } from '../../base/bounds.ts';
import { Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { keepPointInTimeId, openScroll, type Page, pageOf } from '../../client/cursors.ts';
import { listAt, valueAt } from '../../client/json-path.ts';
import { isRefusal } from '../../client/refusals.ts';
import type { World } from '../../client/world.ts';
import type { WalkRow } from '../dimensions/walk-dimensions.ts';

/** Members of the body of a search. */
export type Body = Readonly<Record<string, unknown>>;

/** A walk over a target; a walk in a point in time uses the open one. */
export interface Walk {
  readonly row: WalkRow;
  readonly target: string;
  readonly body: Body;
}

/** Returns the next page; an empty one at the end. */
type Reader = () => Promise<Page>;

const keep = '1m';
const keepAlive = { keep_alive: keep };

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
  const pit = isFrozen ? { pit: { id: world.saved('pit_id'), ...keepAlive } } : {};
  const request = { path: isFrozen ? '/_search' : `/${target}/_search`, body: { ...body, ...pit } };
  const first = await world.send({ method: row.method, ...request });
  const isOpen = row.method === 'POST' && isRefusal(first);
  const exchange = isOpen ? await world.send({ method: 'GET', ...request }) : first;
  if (isFrozen && !isRefusal(exchange)) keepPointInTimeId(world, exchange);
  return exchange;
}

/** Reads a walk to its end and returns the pages of each slice. `between` is called once, after the first pages. */
export async function readWalk(
  world: World,
  walk: Walk,
  between: () => Promise<void>,
): Promise<readonly (readonly Page[])[]> {
  const slices: { readonly read: Reader; readonly pages: Page[] }[] = [];
  for (const body of bodiesOf(walk)) {
    const read = readerOf(world, { ...walk, body });
    slices.push({ read, pages: [await read()] });
  }
  await between();
  const isOpen = ({ pages }: { readonly pages: readonly Page[] }): boolean =>
    pages.at(-1)?.length !== 0;
  while (slices.some(isOpen)) {
    for (const { read, pages } of slices.filter(isOpen)) {
      if (pages.length > bounds.walkPages) {
        throw new Mismatch(`an end within ${bounds.walkPages} pages`, pages.length, 'no end');
      }
      pages.push(await read());
    }
  }
  return slices.map(({ pages }) => pages.slice(0, -1));
}

/** The number of slices of a sliced walk. */
const slices = 2;

function bodiesOf({ row: { kind, slicing }, body }: Walk): readonly Body[] {
  if (!kind.startsWith('sliced')) return [body];
  const field = slicing === 'field' ? { field: 'u' } : {};
  return Array.from({ length: slices }, (_, id) => ({
    ...body,
    slice: { id, max: slices, ...field },
  }));
}

function readerOf(world: World, walk: Walk): Reader {
  if (walk.row.kind.endsWith('scroll')) return scrollReader(world, walk);
  return walk.row.kind.startsWith('from') ? fromReader(world, walk) : afterReader(world, walk);
}

function scrollReader(world: World, { row: { method }, target, body }: Walk): Reader {
  let id: unknown;
  return async () => {
    if (id === undefined) {
      const page = await openScroll(world, { target, keep, body });
      id = world.saved('scroll_id');
      return page;
    }
    const next = { scroll: keep, scroll_id: id };
    const exchange = await world.send({ method, path: '/_search/scroll', body: next });
    const page = pageOf(exchange);
    id = valueAt(jsonOf(exchange), '_scroll_id') ?? id;
    return page;
  };
}

function fromReader(world: World, walk: Walk): Reader {
  let from = 0;
  return async () => {
    const page = pageOf(await searchOnce(world, walk, { ...walk.body, from }));
    from += Number(walk.body['size']);
    return page;
  };
}

function afterReader(world: World, walk: Walk): Reader {
  const { beside } = walk.row;
  const from = beside.startsWith('from') ? { from: Number(beside.slice('from '.length)) } : {};
  let after: Body = {};
  return async () => {
    const page = pageOf(await searchOnce(world, walk, { ...walk.body, ...after }));
    const last = page.at(-1);
    if (last !== undefined) after = { search_after: listAt(last, 'sort'), ...from };
    return page;
  };
}
