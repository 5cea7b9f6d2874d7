import { Given, Then, When } from '@cucumber/cucumber';
import { jsonOf, textOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import { expectRefused, isSuccess } from '../client/expectations.ts';
import {
  continueScroll,
  nameScroll,
  openPointInTime,
  openScroll,
  returnToScroll,
} from '../client/cursors.ts';
import { valueAt } from '../client/json-path.ts';
import type { World } from '../client/world.ts';

/** How many scrolls are opened at the same time. */
const atATime = 16;

Given(
  '(the client opens )a scroll over {name} with size {int}, kept for {string}',
  async function (this: World, target: string, size: number, keep: string) {
    this.pages = [await openScroll(this, { target, keep, body: { size } })];
  },
);

Given(
  '(the client opens )a scroll over {name}, kept for {string}, with:',
  async function (this: World, target: string, keep: string, body: string) {
    this.pages = [await openScroll(this, { target, keep, body })];
  },
);

Given('the scroll is called {string}', function (this: World, name: string) {
  nameScroll(this, name);
});

Given(
  '(the client opens )a point in time over {name}, kept for {string}',
  async function (this: World, target: string, keep: string) {
    await openPointInTime(this, target, keep);
  },
);

Given('the point in time is called {string}', function (this: World, name: string) {
  this.save(name, this.saved('pit_id'));
});

When('the client turns to the scroll {string}', function (this: World, name: string) {
  returnToScroll(this, name);
});

When(
  'the client continues the scroll, kept for {string}',
  async function (this: World, keep: string) {
    await continueScroll(this, { scroll: keep });
  },
);

When('the client continues the scroll without a keep time', async function (this: World) {
  await continueScroll(this, {});
});

When('the client clears the scroll', async function (this: World) {
  const body = { scroll_id: this.saved('scroll_id') };
  await this.send({ method: 'DELETE', path: '/_search/scroll', body });
});

When('the client removes the point in time', async function (this: World) {
  const body = { id: this.saved('pit_id') };
  await this.send({ method: 'DELETE', path: '/_pit', body });
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

Then('the request is refused or gives no hits', function (this: World) {
  const { response } = this.last;
  if (!isSuccess(response.status)) {
    expectRefused(this.last);
    return;
  }
  const hits = valueAt(jsonOf(this.last), 'hits.hits');
  if (!Array.isArray(hits) || hits.length === 0) return;
  const got = textOf(response).slice(0, 400);
  throw new Mismatch('a refusal, or no hits', got, `hits were given: ${hits.length}`);
});
