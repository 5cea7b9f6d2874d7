import { jsonOf } from '../base/body.ts';
import { bounds } from '../base/bounds.ts';
import { Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { continueScroll, keepPointInTimeId, openScroll, type Page, pageOf } from './cursors.ts';
import { expectSuccess, isSuccess } from './expectations.ts';
import { valueAt } from './json-path.ts';
import type { World } from './world.ts';

/** The keep time that each request of a walk sends. */
export const keepTime = '1m';

/** Members of the body of a search. */
export type Body = Readonly<Record<string, unknown>>;

/** Sends a search of a walk. */
export type Search = (body: Body) => Promise<Exchange>;

/** Searches a target, or without one the open point in time, whose newest id it keeps. */
export function searchIn(world: World, target?: string): Search {
  return async (body) => {
    const path = target === undefined ? '/_search' : `/${target}/_search`;
    const keeps = { keep_alive: keepTime };
    const pit = target === undefined ? { pit: { id: world.saved('pit_id'), ...keeps } } : {};
    const exchange = await world.send({ method: 'GET', path, body: { ...body, ...pit } });
    if (target === undefined && isSuccess(exchange.response.status)) {
      keepPointInTimeId(world, exchange);
    }
    return exchange;
  };
}

/** Returns the next page of a walk; an empty one at its end. Throws Mismatch on a refusal. */
export type Reader = () => Promise<Page>;

/** Reads a scroll over a target, which it opens with its first page; later requests have this method. */
export function scrollReader(
  world: World,
  { target, body }: { readonly target: string; readonly body: Body },
  method = 'POST',
): Reader {
  let id: unknown;
  return async () => {
    if (id === undefined) {
      const first = await openScroll(world, { target, keep: keepTime, body });
      id = world.saved('scroll_id');
      return first;
    }
    const next = { scroll: keepTime, scroll_id: id };
    const exchange = await world.send({ method, path: '/_search/scroll', body: next });
    const page = pageOf(exchange);
    id = valueAt(jsonOf(exchange), '_scroll_id') ?? id;
    return page;
  };
}

/** Reads by an increasing `from`. The body must contain `size`. */
export function fromReader(search: Search, body: Body): Reader {
  let from = 0;
  return async () => {
    const page = pageOf(await search({ ...body, from }));
    from += Number(body['size']);
    return page;
  };
}

/**
 * Reads by `search_after`; searches with a cursor have the members `beside` it. Throws Mismatch if a hit has no sort
 * values.
 */
export function afterReader(search: Search, body: Body, beside: Body = {}): Reader {
  let after: Body = {};
  return async () => {
    const page = pageOf(await search({ ...body, ...after }));
    if (page.length > 0) after = { search_after: sortValuesOf(page.at(-1)), ...beside };
    return page;
  };
}

/**
 * Reads in turn, one page each, until each reader has returned an empty page, and returns the other pages of each.
 * `between` is called once, after the first pages. Throws Mismatch if a walk does not end.
 */
export async function readInTurn(
  readers: readonly Reader[],
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly (readonly Page[])[]> {
  const walks = readers.map((read) => ({ read, pages: [] as Page[] }));
  for (const { read, pages } of walks) pages.push(await read());
  await between();
  const isOpen = ({ pages }: { readonly pages: readonly Page[] }): boolean =>
    pages.at(-1)?.length !== 0;
  while (walks.some(isOpen)) {
    for (const { read, pages } of walks.filter(isOpen)) {
      assertEnding(pages.length);
      pages.push(await read());
    }
  }
  return walks.map(({ pages }) => pages.slice(0, -1));
}

/** Reads to the end, one reader after the other, and returns the pages of each. */
export async function readEach(readers: readonly Reader[]): Promise<readonly (readonly Page[])[]> {
  const read: (readonly Page[])[] = [];
  for (const reader of readers) read.push(...(await readInTurn([reader])));
  return read;
}

/** The bodies of the searches of all slices, which have the members of `body`. */
export function slicedBodies(body: Body, max: number): readonly Body[] {
  const slice = body['slice'] as Body | undefined;
  return Array.from({ length: max }, (_, id) => ({ ...body, slice: { ...slice, id, max } }));
}

/** Adds the pages of the current scroll to `pages` until a page is empty. Throws Mismatch on a refusal. */
export async function walkScroll(world: World): Promise<void> {
  for (;;) {
    const before = world.pages;
    expectSuccess(await continueScroll(world, { scroll: keepTime }));
    if (world.pages.at(-1)?.length === 0) {
      world.pages = before;
      return;
    }
    assertEnding(world.pages.length);
  }
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
