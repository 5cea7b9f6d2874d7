import { jsonOf, valueAt, listAt } from '../base/body.ts';
import { bounds } from '../base/bounds.ts';
import { Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { expectSuccess, isSuccess } from './expectations.ts';
import type { World } from './world.ts';
import { scenarioState } from './scenario-state.ts';

/** The name of the current scroll; undefined if it has none. */
const scrollName = scenarioState((): { current: string | undefined } => ({ current: undefined }));

/** The search that opens a scroll. */
interface ScrollOpening {
  readonly target: string;
  /** The keep time of its context, such as `1m`. */
  readonly keep: string;
  /** A string is sent with each `$name` replaced; any other value is sent as JSON. */
  readonly body: unknown;
}

/** The hits of one response. */
export type Page = readonly unknown[];

/**
 * Opens a scroll, saves its id as `scroll_id` and returns its first page. Throws Mismatch if the request is refused.
 */
export async function openScroll(world: World, opening: ScrollOpening): Promise<Page> {
  const { target, keep, body } = opening;
  const path = `/${target}/_search?scroll=${keep}`;
  const exchange = await world.send({ method: 'POST', path, body });
  const page = pageOf(exchange);
  world.save('scroll_id', textAt(exchange, '_scroll_id'));
  scrollName(world).current = undefined;
  return page;
}

/**
 * Sends a scroll request with the latest id, and with the keep time if there is one; it may be refused. On success,
 * adds the hits to `pages`, and saves the new id, also under the name of the scroll.
 */
export async function continueScroll(
  world: World,
  keep: { readonly scroll?: string },
): Promise<Exchange> {
  const body = { ...keep, scroll_id: world.saved('scroll_id') };
  const exchange = await world.send({ method: 'POST', path: '/_search/scroll', body });
  if (!isSuccess(exchange.response.status)) return exchange;
  world.pages = [...world.pages, pageOf(exchange)];
  const id = valueAt(jsonOf(exchange), '_scroll_id');
  if (typeof id !== 'string') return exchange;
  world.save('scroll_id', id);
  const { current } = scrollName(world);
  if (current !== undefined) world.save(current, id);
  return exchange;
}

/** Names the current scroll: its latest id is also saved under this name. */
export function nameScroll(world: World, name: string): void {
  world.save(name, world.saved('scroll_id'));
  scrollName(world).current = name;
}

/** Makes the scroll with this name the current one, and clears `pages`. Throws KitFault if there is none. */
export function returnToScroll(world: World, name: string): void {
  world.save('scroll_id', world.saved(name));
  scrollName(world).current = name;
  world.pages = [];
}

/** Opens a point in time, and saves its id as `pit_id`. Throws Mismatch if the request is refused. */
export async function openPointInTime(world: World, target: string, keep: string): Promise<void> {
  const path = `/${target}/_pit?keep_alive=${keep}`;
  const exchange = await world.send({ method: 'POST', path });
  expectSuccess(exchange);
  world.save('pit_id', textAt(exchange, 'id'));
}

/** Saves the latest id of the point in time as `pit_id` if the response contains one. */
export function keepPointInTimeId(world: World, exchange: Exchange): void {
  const id = valueAt(jsonOf(exchange), 'pit_id');
  if (typeof id === 'string') world.save('pit_id', id);
}

/** The hits of a response. Throws Mismatch if it is not a success. */
export function pageOf(exchange: Exchange): Page {
  expectSuccess(exchange);
  return listAt(jsonOf(exchange), 'hits.hits');
}

function textAt(exchange: Exchange, path: string): string {
  const value = valueAt(jsonOf(exchange), path);
  if (typeof value === 'string') return value;
  throw new Mismatch(`a string as ${path}`, value ?? 'absent', `the response has no ${path}`);
}

/** The keep time that each request of a walk sends. */
export const keepTime = '5m';

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

/** How a scroll is read: by GET or POST after its first page, and how a request is sent that has to give a keep time. */
export interface ScrollManner {
  readonly method?: string;
  readonly keeping?: (
    part: 'by the first page' | 'by a later page',
    send: (keep: string) => Promise<Page>,
  ) => Promise<Page>;
}

/** Reads a scroll over a target, which it opens with its first page; by POST with the usual keep time if nothing else is said. */
export function scrollReader(
  world: World,
  { target, body }: { readonly target: string; readonly body: Body },
  { method = 'POST', keeping = (_, send) => send(keepTime) }: ScrollManner = {},
): Reader {
  let id: unknown;
  const open = async (keep: string): Promise<Page> => {
    const first = await openScroll(world, { target, keep, body });
    id = world.saved('scroll_id');
    return first;
  };
  const next = async (scroll: string): Promise<Page> => {
    const request = { path: '/_search/scroll', body: { scroll, scroll_id: id } };
    const exchange = await world.send({ method, ...request });
    const page = pageOf(exchange);
    id = valueAt(jsonOf(exchange), '_scroll_id') ?? id;
    return page;
  };
  return () =>
    id === undefined ? keeping('by the first page', open) : keeping('by a later page', next);
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
