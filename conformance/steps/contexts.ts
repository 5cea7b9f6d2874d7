import { inTurn } from '../base/in-turn.ts';
import { defined, KitFault } from '../base/errors.ts';
import { bounds } from '../base/bounds.ts';
import type { Exchange } from '../base/exchange.ts';
import { continueScroll, openPointInTime, openScroll } from '../client/walking.ts';
import { removeDocument } from '../client/documents.ts';
import { scenarioState } from '../client/scenario-state.ts';
import { deleteQuery } from '../client/slow-query.ts';
import type { World } from '../client/world.ts';
import { defineChoice, definePhrase, only, type Options } from './wordings.ts';

/** Number of scrolls that are opened concurrently. */
const batchSize = 16;

/** The maximum of open scroll contexts, if nothing sets another one. */
const defaultMaximum = 500;

definePhrase<[string, Options, string?]>(
  '(the client opens )a scroll over {name}{options}( with:)',
  async (world, [target, options, text]) => {
    const { keep, size } = only(options, 'keep', 'size');
    const body = size === undefined ? text : { size: Number(size) };
    world.pages = [await openScroll(world, { target, keep: defined(keep, 'keep time'), body })];
  },
);

definePhrase<[string, Options]>(
  '(the client opens )a point in time over {name}{options}',
  (world, [target, options]) =>
    openPointInTime(world, target, defined(only(options, 'keep').keep, 'keep time')),
);

definePhrase<[Options]>('the client continues the scroll{options}', (world, [options]) => {
  const { keep } = only(options, 'keep');
  return continueScroll(world, keep === undefined ? {} : { scroll: keep });
});

defineChoice('the client deletes {deletable}', [
  [
    /the scroll/,
    (world) => remove(world, '/_search/scroll', { scroll_id: world.saved('scroll_id') }),
  ],
  [/the point in time/, (world) => remove(world, '/_pit', { id: world.saved('pit_id') })],
  [/the query/, deleteQuery],
  [
    /the document "([^"]*)" in "([^"]*)"/,
    (world, id, index) => removeDocument(world, world.name(index), id),
  ],
]);

function remove(world: World, path: string, body: object): Promise<Exchange> {
  return world.send({ method: 'DELETE', path, body });
}

/** How many scroll contexts may be open at a time. */
const maximum = scenarioState((): { scrolls: number } => ({ scrolls: defaultMaximum }));

definePhrase<[number]>(
  'at most {int} contexts can be open, if the maximum can be set',
  async (world, [most]) => {
    if (!world.has('cluster_setting')) return;
    await world.setCluster('search.max_open_scroll_context', most);
    maximum(world).scrolls = most;
  },
);

defineChoice('the client opens {scrolls}', [
  [
    /(\d+) scrolls over "([^"]*)"/,
    (world, count, target) => openScrolls(world, target, Number(count)),
  ],
  [
    /as many scrolls over "([^"]*)" as can be open/,
    (world, target) => openScrolls(world, target, maximum(world).scrolls),
  ],
  [
    /two fewer scrolls over "([^"]*)" than can be open/,
    (world, target) => openScrolls(world, target, maximum(world).scrolls - 2),
  ],
]);

async function openScrolls(world: World, alias: string, count: number): Promise<void> {
  const target = world.name(alias);
  if (count > bounds.scrolls)
    throw new KitFault(`${count} scrolls are more than the maximum of ${bounds.scrolls}`);
  const open = (): Promise<unknown> => openScroll(world, { target, keep: '5m', body: { size: 1 } });
  await inTurn(Array.from({ length: count }), batchSize, open);
}
