import { bounds } from '../../base/bounds.ts';
import { jsonOf } from '../../base/body.ts';
import type { Exchange } from '../../base/exchange.ts';
import { openPointInTime, pageOf } from '../../client/cursors.ts';
import { expectSuccess } from '../../client/expectations.ts';
import { valueAt } from '../../client/json-path.ts';
import { maxHits } from '../searching.ts';
import { type ContextCommand, command, commandOn } from './command.ts';
import { type ContextModel, type ContextTarget, replaceContext } from './context-model.ts';
import { freeze, take } from './frozen-view.ts';
import { expectNothing } from './scroll-commands.ts';

/** A request for a page of a point in time. */
interface PageOrder {
  readonly at: number;
  readonly size: number;
  /** True if the page continues after the previous one, false for an independent search. */
  readonly isWalk: boolean;
}

/** Creates a command that opens a point in time to be read in pages of `size` hits. */
export function openPitCommand(size: number): ContextCommand {
  return command({
    name: `open a point in time, pages of ${size}`,
    check: ({ contexts }) => contexts.length < bounds.contexts,
    async run(model, { world, index, handles }) {
      await openPointInTime(world, index, '1m');
      handles.set(model.contexts.length, { id: world.saved('pit_id') });
      model.contexts = [...model.contexts, { view: freeze(model.contents), size, state: 'open' }];
    },
  });
}

/** Creates a command that reads the next page of a point in time. */
export function walkCommand(pick: number): ContextCommand {
  return commandOn({ name: 'walk point in time', state: 'open', pick }, walk);
}

/** Creates a command that reads all hits of a point in time with one search. */
export function searchPitCommand(pick: number): ContextCommand {
  const name = 'search point in time';
  return commandOn({ name, state: 'open', pick }, async (model, target, at) => {
    const context = model.contexts[at];
    if (context === undefined) return;
    const exchange = await page(target, { at, size: maxHits, isWalk: false });
    take(freeze(context.view.atOpening), pageOf(exchange), maxHits);
    keep(target, at, { exchange });
  });
}

/** Creates a command that removes a point in time. */
export function removePitCommand(pick: number): ContextCommand {
  const name = 'remove point in time';
  return commandOn({ name, state: 'open', pick }, async (model, target, at) => {
    const { world, handles } = target;
    const body = { id: handles.get(at)?.id };
    expectSuccess(await world.send({ method: 'DELETE', path: '/_pit', body }));
    const context = model.contexts[at];
    if (context !== undefined) replaceContext(model, at, { ...context, state: 'released' });
  });
}

/** Creates a command that searches in a removed point in time: the answer is a refusal or contains no hits. */
export function searchRemovedCommand(pick: number): ContextCommand {
  const name = 'search removed point in time';
  return commandOn({ name, state: 'released', pick }, async (_model, target, at) => {
    const exchange = await page(target, { at, size: maxHits, isWalk: false });
    expectNothing(exchange, 'a removed point in time still returns hits');
  });
}

/** Reads all open points in time to their end. */
export async function drainPits(model: ContextModel, target: ContextTarget): Promise<void> {
  for (const [at, context] of model.contexts.entries()) {
    const left = context.view.atOpening.size - context.view.given.size;
    const pages = context.state === 'open' ? Math.ceil(left / context.size) + 1 : 0;
    for (let count = 0; count < pages; count += 1) await walk(model, target, at);
  }
}

async function walk(model: ContextModel, target: ContextTarget, at: number): Promise<void> {
  const context = model.contexts[at];
  if (context === undefined) return;
  const exchange = await page(target, { at, size: context.size, isWalk: true });
  const hits = pageOf(exchange);
  replaceContext(model, at, { ...context, view: take(context.view, hits, context.size) });
  keep(target, at, { exchange, sort: valueAt(hits.at(-1), 'sort') });
}

function page({ world, handles }: ContextTarget, order: PageOrder): Promise<Exchange> {
  const { id, after } = handles.get(order.at) ?? { id: undefined };
  const following = order.isWalk && after !== undefined ? { search_after: after } : {};
  const body = { size: order.size, sort: [{ n: 'asc' }], pit: { id, keep_alive: '1m' } };
  return world.send({ method: 'GET', path: '/_search', body: { ...body, ...following } });
}

/** Records the newest id, and the sort values after which the walk continues. */
function keep(
  { handles }: ContextTarget,
  at: number,
  { exchange, sort }: { readonly exchange: Exchange; readonly sort?: unknown },
): void {
  const before = handles.get(at);
  const id = valueAt(jsonOf(exchange), 'pit_id') ?? before?.id;
  const after = sort ?? before?.after;
  handles.set(at, { id, ...(after === undefined ? {} : { after }) });
}
