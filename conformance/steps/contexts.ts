import { Given, When } from '@cucumber/cucumber';
import { defined } from '../base/assert.ts';
import { bounds } from '../base/bounds.ts';
import { KitFault } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { continueScroll, openPointInTime, openScroll } from '../client/walking.ts';
import { removeDocument } from '../client/documents.ts';
import { setClusterSetting } from '../client/cluster-setting.ts';
import { scenarioState } from '../client/scenario-state.ts';
import { pathOfQuery } from '../client/slow-query.ts';
import type { World } from '../client/world.ts';
import { optionally, defineChoice, only, type Options } from './wordings.ts';

/** Number of scrolls that are opened concurrently. */
const batchSize = 16;

/** The maximum of open scroll contexts, if nothing sets another one. */
const defaultMaximum = 500;

Given(
  '(the client opens )a scroll over {name}{options}( with:)',
  optionally<[string, Options, string?]>(2, async function (target, options, text) {
    const { keep, size } = only(options, 'keep', 'size');
    const body = size === undefined ? text : { size: Number(size) };
    this.pages = [await openScroll(this, { target, keep: defined(keep, 'keep time'), body })];
  }),
);

Given(
  '(the client opens )a point in time over {name}{options}',
  async function (this: World, target: string, options: Options) {
    const { keep } = only(options, 'keep');
    await openPointInTime(this, target, defined(keep, 'keep time'));
  },
);

When('the client continues the scroll{options}', async function (this: World, options: Options) {
  const { keep } = only(options, 'keep');
  await continueScroll(this, keep === undefined ? {} : { scroll: keep });
});

defineChoice('the client deletes {deletable}', [
  [
    /the scroll/,
    (world) => () => remove(world, '/_search/scroll', { scroll_id: world.saved('scroll_id') }),
  ],
  [/the point in time/, (world) => () => remove(world, '/_pit', { id: world.saved('pit_id') })],
  [/the query/, (world) => () => remove(world, pathOfQuery(world))],
  [
    /the document "([^"]*)" in "([^"]*)"/,
    (world, id, index) => () => removeDocument(world, world.name(index), id),
  ],
]);

function remove(world: World, path: string, body?: object): Promise<Exchange> {
  return world.send({ method: 'DELETE', path, body });
}

/** How many scroll contexts may be open at a time. */
const maximum = scenarioState((): { scrolls: number } => ({ scrolls: defaultMaximum }));

Given(
  'at most {int} contexts can be open, if the maximum can be set',
  async function (this: World, most: number) {
    if (!this.has('cluster_setting')) return;
    await setClusterSetting(this, 'search.max_open_scroll_context', most);
    maximum(this).scrolls = most;
  },
);

defineChoice('the client opens {scrolls}', [
  [
    /(\d+) scrolls over "([^"]*)"/,
    (world, count, target) => () => openScrolls(world, target, Number(count)),
  ],
  [
    /as many scrolls over "([^"]*)" as can be open/,
    (world, target) => () => openScrolls(world, target, maximum(world).scrolls),
  ],
  [
    /two fewer scrolls over "([^"]*)" than can be open/,
    (world, target) => () => openScrolls(world, target, maximum(world).scrolls - 2),
  ],
]);

async function openScrolls(world: World, alias: string, count: number): Promise<void> {
  const target = world.name(alias);
  if (count > bounds.scrolls)
    throw new KitFault(`${count} scrolls are more than the maximum of ${bounds.scrolls}`);
  const open = (): Promise<unknown> =>
    openScroll(world, { target, keep: '30m', body: { size: 1 } });
  for (let opened = 0; opened < count; opened += batchSize) {
    const length = Math.min(batchSize, count - opened);
    await Promise.all(Array.from({ length }, open));
  }
}
