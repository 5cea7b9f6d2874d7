import type fc from 'fast-check';
import { bounds } from '../../base/bounds.ts';
import { jsonOf } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { openPointInTime, openScroll, type Page, pageOf } from '../../client/walking.ts';
import { expectSuccess, isRefusal } from '../../client/expectations.ts';
import { listAt, valueAt } from '../../client/json-path.ts';
import type { StepRequest } from '../../client/step-request.ts';
import type { World } from '../../client/world.ts';
import { maxHits } from '../searching.ts';
import { type Contents, freeze, type FrozenView, take } from './frozen-view.ts';
import { chosen, step, type StepTarget } from './step.ts';

/** The newest id of a context, and for a point in time the sort values of the last hit that was read. */
interface Handle {
  readonly id: unknown;
  readonly after?: unknown;
}

/** A search context of the model. */
interface ModelContext extends Handle {
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

/** The target that is compared with the model. */
export interface ContextTarget extends StepTarget {
  readonly index: string;
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
  readonly read: (handle: Handle, reading: Reading) => StepRequest;
  /** The member of an answer with the newest id. */
  readonly idMember: string;
  readonly release: (id: unknown) => StepRequest;
}

/** Scrolls: each request returns the next batch. */
export const scrolls: ContextKind = {
  name: 'scroll',
  words: { read: 'continue', release: 'clear' },
  async open({ world, index }, size) {
    const page = await openScroll(world, { target: index, keep: '1m', body: { size } });
    return [world.saved('scroll_id'), page];
  },
  read({ id }, { ends = false }) {
    const body = { scroll_id: id, ...(ends ? {} : { scroll: '1m' }) };
    return { method: 'POST', path: '/_search/scroll', body };
  },
  idMember: '_scroll_id',
  release: (id) => ({ method: 'DELETE', path: '/_search/scroll', body: { scroll_id: id } }),
};

/** Points in time: a search says after which hit its page begins. */
export const pointsInTime: ContextKind = {
  name: 'point in time',
  words: { read: 'walk', release: 'remove' },
  async open({ world, index }) {
    await openPointInTime(world, index, '1m');
    return [world.saved('pit_id')];
  },
  read({ id, after }, { size, all = false }) {
    const following = all || after === undefined ? {} : { search_after: after };
    const body = { size, sort: [{ n: 'asc' }], pit: { id, keep_alive: '1m' }, ...following };
    return { method: 'GET', path: '/_search', body };
  },
  idMember: 'pit_id',
  release: (id) => ({ method: 'DELETE', path: '/_pit', body: { id } }),
};

/** Creates a command that opens a context to be read in pages of `size` hits. */
export function openCommand(kind: ContextKind, size: number): ContextCommand {
  return step({
    name: `open a ${kind.name} of size ${size}`,
    check: ({ contexts }) => contexts.length < bounds.contexts,
    async run(model, target) {
      const [id, page] = await kind.open(target, size);
      const all = freeze(model.contents);
      const view = page === undefined ? all : take(all, page, size);
      model.contexts = [...model.contexts, { id, view, size, state: 'open' }];
    },
  });
}

/** Creates a command that reads the next page of the `pick`-th open context. */
export function readCommand(kind: ContextKind, pick: number): ContextCommand {
  return onContext({ name: `${kind.words.read} ${kind.name}`, pick }, readNext(kind));
}

/** Creates a command that reads the next batch of a scroll without a keep time, which ends the scroll. */
export function readLastCommand(pick: number): ContextCommand {
  return onContext({ name: `continue scroll without keep time`, pick }, async (world, context) => ({
    ...(await readNext(scrolls, true)(world, context)),
    state: 'released',
  }));
}

/** Creates a command that reads all hits of a point in time with one search. */
export function searchCommand(pick: number): ContextCommand {
  return onContext({ name: `search point in time`, pick }, async (world, context) => {
    const exchange = await world.send(pointsInTime.read(context, { size: maxHits, all: true }));
    take(freeze(context.view.atOpening), pageOf(exchange), maxHits);
    return { ...context, id: idIn(pointsInTime, exchange, context) };
  });
}

/** Creates a command that releases a context. */
export function releaseCommand(kind: ContextKind, pick: number): ContextCommand {
  return onContext({ name: `${kind.words.release} ${kind.name}`, pick }, async (world, context) => {
    expectSuccess(await world.send(kind.release(context.id)));
    return { ...context, state: 'released' };
  });
}

/** Creates a command that reads a released context: the answer is a refusal or contains no hits. */
export function readReleasedCommand(kind: ContextKind, pick: number): ContextCommand {
  const name = `${kind.words.read} released ${kind.name}`;
  return onContext({ name, pick, state: 'released' }, async (world, context) => {
    const exchange = await world.send(kind.read(context, { size: maxHits, all: true }));
    if (isRefusal(exchange)) return context;
    expectSuccess(exchange);
    const hits = listAt(jsonOf(exchange), 'hits.hits');
    if (hits.length === 0) return context;
    throw new Mismatch('no hits', hits, `a released ${kind.name} still returns hits`);
  });
}

/** Reads all open contexts to their end. */
export async function drain(
  kind: ContextKind,
  { contexts }: ContextModel,
  { world }: ContextTarget,
): Promise<void> {
  for (const context of contexts.filter(({ state }) => state === 'open')) {
    const { view, size } = context;
    const pages = Math.ceil((view.atOpening.size - view.given.size) / size) + 1;
    let left = context;
    for (let page = 0; page < pages; page += 1) left = await readNext(kind)(world, left);
  }
}

/** Does something with a context, and returns what becomes of it. */
type Use = (world: World, context: ModelContext) => Promise<ModelContext>;

function readNext(kind: ContextKind, ends = false): Use {
  return async (world, context) => {
    const { view, size, after } = context;
    const exchange = await world.send(kind.read(context, { size, ends }));
    const page = pageOf(exchange);
    return {
      ...context,
      id: idIn(kind, exchange, context),
      view: take(view, page, size),
      after: valueAt(page.at(-1), 'sort') ?? after,
    };
  };
}

/** The newest id of a context. */
function idIn({ idMember }: ContextKind, exchange: Exchange, { id }: Handle): unknown {
  return valueAt(jsonOf(exchange), idMember) ?? id;
}

/** Creates a command on the `pick`-th context in a state, modulo their number; skipped if there is none. */
function onContext(
  {
    name,
    pick,
    state = 'open',
  }: { readonly name: string; readonly pick: number; readonly state?: ModelContext['state'] },
  use: Use,
): ContextCommand {
  const contextIn = ({ contexts }: Readonly<ContextModel>): ModelContext | undefined =>
    chosen(contexts, pick, (context) => context.state === state);
  return step({
    name: `${name} ${pick}`,
    check: (model) => contextIn(model) !== undefined,
    async run(model, { world }) {
      const context = contextIn(model);
      if (context === undefined) return;
      const next = await use(world, context);
      model.contexts = model.contexts.map((one) => (one === context ? next : one));
    },
  });
}
