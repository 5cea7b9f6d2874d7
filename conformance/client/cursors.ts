import { jsonOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { expectSuccess, isSuccess } from './expectations.ts';
import { listAt, valueAt } from './json-path.ts';
import { scenarioState } from './scenario-state.ts';
import type { World } from './world.ts';

/** The name of the current scroll; undefined if it has none. */
const scrollName = scenarioState((): { current: string | undefined } => ({ current: undefined }));

/** The search that opens a scroll. */
export interface ScrollOpening {
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
