import { bounds } from '../../base/bounds.ts';
import { jsonOf } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { openScroll, pageOf } from '../../client/cursors.ts';
import { expectSuccess } from '../../client/expectations.ts';
import { isRefusal } from '../../client/refusals.ts';
import { listAt, valueAt } from '../../client/json-path.ts';
import { type ContextCommand, command, commandOn } from './command.ts';
import { type ContextModel, type ContextTarget, replaceContext } from './context-model.ts';
import { freeze, take } from './frozen-view.ts';

/** Creates a command that opens a scroll with batches of `size` hits. */
export function openScrollCommand(size: number): ContextCommand {
  return command({
    name: `open a scroll of size ${size}`,
    check: ({ contexts }) => contexts.length < bounds.contexts,
    async run(model, { world, index, handles }) {
      const page = await openScroll(world, { target: index, keep: '1m', body: { size } });
      const view = take(freeze(model.contents), page, size);
      handles.set(model.contexts.length, { id: world.saved('scroll_id') });
      model.contexts = [...model.contexts, { view, size, state: 'open' }];
    },
  });
}

/** Creates a command that reads the next batch. Without `keep`, the request has no keep time and ends the scroll. */
export function continueCommand(pick: number, keep: boolean): ContextCommand {
  const name = keep ? 'continue scroll' : 'continue scroll without keep time';
  return commandOn({ name, state: 'open', pick }, (model, target, at) =>
    readBatch(model, target, { at, keep }),
  );
}

/** Creates a command that releases a scroll. */
export function clearCommand(pick: number): ContextCommand {
  return commandOn({ name: 'clear scroll', state: 'open', pick }, async (model, target, at) => {
    const { world, handles } = target;
    const body = { scroll_id: handles.get(at)?.id };
    expectSuccess(await world.send({ method: 'DELETE', path: '/_search/scroll', body }));
    const context = model.contexts[at];
    if (context !== undefined) replaceContext(model, at, { ...context, state: 'released' });
  });
}

/** Creates a command that continues a released scroll: the answer is a refusal or contains no hits. */
export function continueReleasedCommand(pick: number): ContextCommand {
  const name = 'continue released scroll';
  return commandOn({ name, state: 'released', pick }, async (_model, target, at) => {
    expectNothing(await next(target, at, true), 'a released scroll still returns hits');
  });
}

/** Reads all open scrolls to their end. */
export async function drainScrolls(model: ContextModel, target: ContextTarget): Promise<void> {
  for (const [at, context] of model.contexts.entries()) {
    const left = context.view.atOpening.size - context.view.given.size;
    const batches = context.state === 'open' ? Math.ceil(left / context.size) + 1 : 0;
    for (let batch = 0; batch < batches; batch += 1) {
      await readBatch(model, target, { at, keep: true });
    }
  }
}

/** Throws Mismatch if an answer contains hits, or is neither a success nor a refusal. */
export function expectNothing(exchange: Exchange, message: string): void {
  if (isRefusal(exchange)) return;
  expectSuccess(exchange);
  const hits = listAt(jsonOf(exchange), 'hits.hits');
  if (hits.length > 0) throw new Mismatch('no hits', hits, message);
}

async function readBatch(
  model: ContextModel,
  target: ContextTarget,
  { at, keep }: { readonly at: number; readonly keep: boolean },
): Promise<void> {
  const context = model.contexts[at];
  if (context === undefined) return;
  const exchange = await next(target, at, keep);
  const view = take(context.view, pageOf(exchange), context.size);
  const id = valueAt(jsonOf(exchange), '_scroll_id');
  if (typeof id === 'string') target.handles.set(at, { id });
  replaceContext(model, at, { ...context, view, state: keep ? 'open' : 'released' });
}

function next({ world, handles }: ContextTarget, at: number, keep: boolean): Promise<Exchange> {
  const body = { scroll_id: handles.get(at)?.id, ...(keep ? { scroll: '1m' } : {}) };
  return world.send({ method: 'POST', path: '/_search/scroll', body });
}
