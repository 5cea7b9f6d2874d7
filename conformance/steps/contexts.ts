import { Given, When } from '@cucumber/cucumber';
import { defined } from '../base/assert.ts';
import { continueScroll, openPointInTime, openScroll } from '../client/cursors.ts';
import { pathOfQuery } from '../client/slow-query.ts';
import type { StepRequest } from '../client/step-request.ts';
import type { World } from '../client/world.ts';
import { optionally } from './optionally.ts';
import { only, type Options } from './options.ts';
import { defineWordings } from './wordings.ts';

/** How many scrolls are opened at the same time. */
const atATime = 16;

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

/** The path and the body of a request that deletes a context. */
type Deletion = () => Pick<StepRequest, 'path' | 'body'>;

defineWordings<Deletion>('context', [
  [
    /scroll/,
    (world) => () => ({
      path: '/_search/scroll',
      body: { scroll_id: world.saved('scroll_id') },
    }),
  ],
  [/point in time/, (world) => () => ({ path: '/_pit', body: { id: world.saved('pit_id') } })],
  [/query/, (world) => () => ({ path: pathOfQuery(world) })],
]);

When('the client deletes the {context}', async function (this: World, deletion: Deletion) {
  await this.send({ method: 'DELETE', ...deletion() });
});

When(
  'the client opens {int} scrolls over {name}',
  async function (this: World, count: number, target: string) {
    const one = (): Promise<unknown> => openScroll(this, { target, keep: '5m', body: { size: 1 } });
    for (let opened = 0; opened < count; opened += atATime) {
      const length = Math.min(atATime, count - opened);
      await Promise.all(Array.from({ length }, one));
    }
  },
);
