import type fc from 'fast-check';
import { defined } from '../../base/assert.ts';
import { bounds } from '../../base/bounds.ts';
import { jsonOf } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { openPointInTime, openScroll, type Page, pageOf } from '../../client/cursors.ts';
import { expectSuccess } from '../../client/expectations.ts';
import { listAt, valueAt } from '../../client/json-path.ts';
import { isRefusal } from '../../client/refusals.ts';
import type { World } from '../../client/world.ts';
import { maxHits } from '../searching.ts';
import { type Contents, freeze, type FrozenView, take } from './frozen-view.ts';
import { step } from './step.ts';
import { note } from './trail.ts';

/** A search context of the model. */
interface ModelContext {
  readonly view: FrozenView;
  /** The number of hits on a page. */
  readonly size: number;
  readonly state: 'open' | 'released';
}

/** The model: the documents of the index, and all contexts in the order of their opening. */
export interface ContextModel {
  contents: Contents;
  contexts: readonly ModelContext[];
}

/** The newest id of a context, and for a point in time the sort values of the last hit that was read. */
interface ContextHandle {
  readonly id: unknown;
  readonly after?: unknown;
}

/** The target that is compared with the model. */
export interface ContextTarget {
  readonly world: World;
  readonly index: string;
  /** The handles of the contexts by their indices in the model. */
  readonly handles: Map<number, ContextHandle>;
}

/** A command on search contexts. */
export type ContextCommand = fc.AsyncCommand<ContextModel, ContextTarget>;

/** How a context is read: its next page of this size, or all of it in one search; `ends` if the request gives no keep time. */
interface Reading {
  readonly size: number;
  readonly all?: boolean;
  readonly ends?: boolean;
}

/** A kind of search context, and the requests that open, read and release one. */
export interface ContextKind {
  readonly name: 'scroll' | 'point in time';
  /** The words of its commands. */
  readonly words: { readonly read: string; readonly release: string };
  /** Opens a context, and returns its id and its first page; a point in time has none. */
  readonly open: (target: ContextTarget, size: number) => Promise<readonly [unknown, Page?]>;
  readonly read: (handle: ContextHandle, reading: Reading) => object;
  /** The method and the path of the requests that read. */
  readonly call: { readonly method: string; readonly path: string };
  /** The member of an answer with the newest id. */
  readonly idMember: string;
  readonly release: (id: unknown) => { readonly path: string; readonly body: object };
}

/** Scrolls: each request returns the next batch. */
export const scrolls: ContextKind = {
  name: 'scroll',
  words: { read: 'continue', release: 'clear' },
  async open({ world, index }, size) {
    const page = await openScroll(world, { target: index, keep: '1m', body: { size } });
    return [world.saved('scroll_id'), page];
  },
  call: { method: 'POST', path: '/_search/scroll' },
  read: ({ id }, { ends = false }) => ({ scroll_id: id, ...(ends ? {} : { scroll: '1m' }) }),
  idMember: '_scroll_id',
  release: (id) => ({ path: '/_search/scroll', body: { scroll_id: id } }),
};

/** Points in time: a search says after which hit its page begins. */
export const pointsInTime: ContextKind = {
  name: 'point in time',
  words: { read: 'walk', release: 'remove' },
  async open({ world, index }) {
    await openPointInTime(world, index, '1m');
    return [world.saved('pit_id')];
  },
  call: { method: 'GET', path: '/_search' },
  read({ id, after }, { size, all = false }) {
    const following = all || after === undefined ? {} : { search_after: after };
    return { size, sort: [{ n: 'asc' }], pit: { id, keep_alive: '1m' }, ...following };
  },
  idMember: 'pit_id',
  release: (id) => ({ path: '/_pit', body: { id } }),
};

/** Creates a command that opens a context to be read in pages of `size` hits. */
export function openCommand(kind: ContextKind, size: number): ContextCommand {
  return step<ContextModel, ContextTarget>({
    name: `open a ${kind.name} of size ${size}`,
    check: ({ contexts }) => contexts.length < bounds.contexts,
    async run(model, target) {
      const [id, page] = await kind.open(target, size);
      const all = freeze(model.contents);
      const view = page === undefined ? all : take(all, page, size);
      target.handles.set(model.contexts.length, { id });
      model.contexts = [...model.contexts, { view, size, state: 'open' }];
    },
  });
}

/** Creates a command that reads the next page of the `pick`-th open context. */
export function readCommand(kind: ContextKind, pick: number): ContextCommand {
  const name = `${kind.words.read} ${kind.name}`;
  return commandOn({ name, state: 'open', pick }, (model, target, at) =>
    readNext(kind, { model, target, at }),
  );
}

/** Creates a command that reads the next batch of a scroll without a keep time, which ends the scroll. */
export function readLastCommand(pick: number): ContextCommand {
  const name = 'continue scroll without keep time';
  return commandOn({ name, state: 'open', pick }, async (model, target, at) => {
    await readNext(scrolls, { model, target, at }, true);
    release(model, at);
  });
}

/** Creates a command that reads all hits of a point in time with one search. */
export function searchCommand(pick: number): ContextCommand {
  const name = 'search point in time';
  return commandOn({ name, state: 'open', pick }, async (model, target, at) => {
    const exchange = await send(pointsInTime, { target, at }, { size: maxHits, all: true });
    const { view } = contextAt(model, at);
    take(freeze(view.atOpening), pageOf(exchange), maxHits);
    keepId(pointsInTime, target, { at, exchange });
  });
}

/** Creates a command that releases a context. */
export function releaseCommand(kind: ContextKind, pick: number): ContextCommand {
  const name = `${kind.words.release} ${kind.name}`;
  return commandOn({ name, state: 'open', pick }, async (model, { world, handles }, at) => {
    const request = kind.release(handles.get(at)?.id);
    expectSuccess(await world.send({ method: 'DELETE', ...request }));
    release(model, at);
  });
}

/** Creates a command that reads a released context: the answer is a refusal or contains no hits. */
export function readReleasedCommand(kind: ContextKind, pick: number): ContextCommand {
  const name = `${kind.words.read} released ${kind.name}`;
  return commandOn({ name, state: 'released', pick }, async (_model, target, at) => {
    const exchange = await send(kind, { target, at }, { size: maxHits, all: true });
    if (isRefusal(exchange)) return;
    expectSuccess(exchange);
    const hits = listAt(jsonOf(exchange), 'hits.hits');
    if (hits.length === 0) return;
    throw new Mismatch('no hits', hits, `a released ${kind.name} still returns hits`);
  });
}

/** Reads all open contexts to their end. */
export async function drain(
  kind: ContextKind,
  model: ContextModel,
  target: ContextTarget,
): Promise<void> {
  for (const [at, { view, size, state }] of model.contexts.entries()) {
    const left = view.atOpening.size - view.given.size;
    const pages = state === 'open' ? Math.ceil(left / size) + 1 : 0;
    for (let page = 0; page < pages; page += 1) await readNext(kind, { model, target, at });
  }
}

/** A context of the model and the target. */
interface Place {
  readonly model: ContextModel;
  readonly target: ContextTarget;
  readonly at: number;
}

async function readNext(kind: ContextKind, place: Place, ends = false): Promise<void> {
  const { model, target, at } = place;
  const context = contextAt(model, at);
  const exchange = await send(kind, place, { size: context.size, ends });
  const page = pageOf(exchange);
  const view = take(context.view, page, context.size);
  model.contexts = model.contexts.with(at, { ...context, view });
  keepId(kind, target, { at, exchange, after: valueAt(page.at(-1), 'sort') });
}

function send(
  kind: ContextKind,
  { target: { world, handles }, at }: Omit<Place, 'model'>,
  reading: Reading,
): Promise<Exchange> {
  const body = kind.read(handles.get(at) ?? { id: undefined }, reading);
  return world.send({ ...kind.call, body });
}

/** Records the newest id of a context, and the sort values after which it goes on. */
function keepId(
  { idMember }: ContextKind,
  { handles }: ContextTarget,
  read: { readonly at: number; readonly exchange: Exchange; readonly after?: unknown },
): void {
  const before = handles.get(read.at);
  const id = valueAt(jsonOf(read.exchange), idMember) ?? before?.id;
  handles.set(read.at, { id, after: read.after ?? before?.after });
}

function contextAt({ contexts }: ContextModel, at: number): ModelContext {
  return defined(contexts[at], `context ${at}`);
}

function release(model: ContextModel, at: number): void {
  const context = contextAt(model, at);
  model.contexts = model.contexts.with(at, { ...context, state: 'released' });
}

/** Creates a command on the `pick`-th context in a state, modulo their number; skipped if there is no such context. */
function commandOn(
  {
    name,
    state,
    pick,
  }: { readonly name: string; readonly pick: number } & Pick<ModelContext, 'state'>,
  run: (model: ContextModel, target: ContextTarget, at: number) => Promise<void>,
): ContextCommand {
  const placeIn = ({ contexts }: Readonly<ContextModel>): number | undefined => {
    const places = contexts.flatMap((context, at) => (context.state === state ? [at] : []));
    return places[pick % Math.max(places.length, 1)];
  };
  return {
    check: (model) => placeIn(model) !== undefined,
    async run(model, target) {
      const at = defined(placeIn(model), `context that is ${state}`);
      note(target.world, `${name} #${at}`);
      await run(model, target, at);
    },
    toString: () => `${name} ${pick}`,
  };
}
