import { bounds } from '../base/bounds.ts';
import { Mismatch } from '../base/errors.ts';
import { expectSuccess } from './expectations.ts';
import { continueScroll, keepPointInTimeId, openScroll, type Page, pageOf } from './cursors.ts';
import { valueAt } from './json-path.ts';
import type { World } from './world.ts';

/** The keep time that each request of a walk sends. */
const keep = '1m';

/** The body of each search of a walk, without the members that the walk adds. */
export type Body = Readonly<Record<string, unknown>>;

/** A walk in slices: of a scroll over a target, or of the open point in time. */
export interface SlicedWalk {
  readonly max: number;
  /** The body of each search; the walk adds `id` and `max` to its `slice`. */
  readonly body: Body;
  readonly scroll?: string;
  /** True if all scrolls are opened first and then read alternately, one page each. */
  readonly inTurn?: boolean;
}

/** Adds the pages of the current scroll to `pages` until a page is empty. Throws Mismatch on a refusal. */
export async function walkScroll(world: World): Promise<void> {
  while (await continued(world)) assertEnding(world.pages.length);
}

/**
 * Searches with `search_after` until a page is empty, and returns the other pages. A search without a target uses the
 * open point in time. Throws Mismatch on a refusal, or if a hit has no sort values.
 */
export async function walkBySearchAfter(
  world: World,
  search: { readonly path: string; readonly body: Body },
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let after: Body = {};
  for (;;) {
    const pit =
      search.path === '/_search' ? { pit: { id: world.saved('pit_id'), keep_alive: keep } } : {};
    const body = { ...search.body, ...pit, ...after };
    const exchange = await world.send({ method: 'GET', path: search.path, body });
    const page = pageOf(exchange);
    keepPointInTimeId(world, exchange);
    if (page.length === 0) return pages;
    pages.push(page);
    assertEnding(pages.length);
    after = { search_after: sortValuesOf(page.at(-1)) };
  }
}

/**
 * Searches with an increasing `from` until a page is empty, and returns the other pages. The body must contain `size`.
 * Throws Mismatch on a refusal.
 */
export async function walkByFrom(
  world: World,
  { path, body }: { readonly path: string; readonly body: Body },
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (;;) {
    const from = pages.length * Number(body['size']);
    const page = pageOf(await world.send({ method: 'GET', path, body: { ...body, from } }));
    if (page.length === 0) return pages;
    pages.push(page);
    assertEnding(pages.length);
  }
}

/** Walks every slice to its end, and returns the pages of each slice. Throws Mismatch on a refusal. */
export async function walkSlices(
  world: World,
  walk: SlicedWalk,
): Promise<readonly (readonly Page[])[]> {
  const bodies = Array.from({ length: walk.max }, (_, id) => ({
    ...walk.body,
    slice: { ...(walk.body['slice'] as Body | undefined), id, max: walk.max },
  }));
  const { scroll } = walk;
  if (scroll === undefined) {
    return inOrder(bodies, (body) => walkBySearchAfter(world, { path: '/_search', body }));
  }
  const open = async (body: Body): Promise<SliceScroll> => {
    const first = await openScroll(world, { target: scroll, keep, body });
    return { id: world.saved('scroll_id'), pages: first.length === 0 ? [] : [first] };
  };
  if (walk.inTurn !== true) {
    return inOrder(bodies, async (body) => readToEnd(world, await open(body)));
  }
  return readInTurn(world, await inOrder(bodies, open));
}

/** A scroll over one slice: its latest id, and its pages so far. */
interface SliceScroll {
  readonly id: unknown;
  readonly pages: readonly Page[];
}

async function readToEnd(world: World, scroll: SliceScroll): Promise<readonly Page[]> {
  world.pages = scroll.pages;
  await walkScroll(world);
  return world.pages;
}

/** Reads one page of each scroll per round until all scrolls have ended. */
async function readInTurn(
  world: World,
  scrolls: readonly SliceScroll[],
): Promise<readonly (readonly Page[])[]> {
  let current = scrolls;
  for (let open = scrolls.map(() => true); open.includes(true);) {
    const next = await inOrder([...current.entries()], async ([at, scroll]) => {
      if (open[at] !== true) return scroll;
      world.save('scroll_id', scroll.id);
      world.pages = scroll.pages;
      open[at] = await continued(world);
      assertEnding(world.pages.length);
      return { id: world.saved('scroll_id'), pages: world.pages };
    });
    current = next;
  }
  return current.map(({ pages }) => pages);
}

/** Reads the next page of the current scroll; returns false and adds no page if it is empty. */
async function continued(world: World): Promise<boolean> {
  const before = world.pages;
  expectSuccess(await continueScroll(world, { scroll: keep }));
  if (world.pages.at(-1)?.length !== 0) return true;
  world.pages = before;
  return false;
}

async function inOrder<From, To>(
  items: readonly From[],
  step: (item: From) => Promise<To>,
): Promise<readonly To[]> {
  const results: To[] = [];
  for (const item of items) results.push(await step(item));
  return results;
}

function sortValuesOf(hit: unknown): unknown {
  const values = valueAt(hit, 'sort');
  if (Array.isArray(values)) return values;
  throw new Mismatch('a list as sort of the hit', values ?? 'absent', 'a hit has no sort values');
}

function assertEnding(pages: number): void {
  if (pages <= bounds.walkPages) return;
  throw new Mismatch(`an end within ${bounds.walkPages} pages`, pages, 'the walk does not end');
}
