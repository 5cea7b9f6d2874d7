import { Then } from '@cucumber/cucumber';
import { jsonOf, textOf } from '../base/body.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { documentOf } from '../client/answer-table.ts';
import { answerOf } from './answers.ts';
import { expectRefused, expectSuccess, isRefusal } from '../client/expectations.ts';
import { listAt, valueAt } from '../client/json-path.ts';
import type { World } from '../client/world.ts';

const longestRecordedText = 2000;

Then('the response is a success', function (this: World) {
  expectSuccess(this.last);
});

Then('the request is refused', function (this: World) {
  expectRefused(this.last);
});

Then('the request is refused with status {int}', function (this: World, status: number) {
  expectRefused(this.last);
  const got = this.last.response.status;
  if (got !== status) throw new Mismatch(status, got, 'the request is refused with another status');
});

Then('one of the requests is refused', function (this: World) {
  refusedOf(this);
});

Then('none of the requests is refused', function (this: World) {
  for (const exchange of this.exchanges) expectSuccess(exchange);
});

Then('the refusal names {string}', function (this: World, words: string) {
  const text = textOf(refusedOf(this).response);
  const expected = this.expand(words);
  if (text.includes(expected)) return;
  throw new Mismatch(expected, text.slice(0, longestRecordedText), 'the error does not name it');
});

Then('the response body is JSON', function (this: World) {
  jsonOf(this.last);
});

Then('it is recorded how the server answers', function (this: World) {
  this.observe('answer', answerOf(this.last));
});

Then('it is recorded which request is refused', function (this: World) {
  const refused = this.exchanges.find(({ response }) => isRefusal(response.status));
  this.observe('refused', refused === undefined ? 'none' : describe(refused));
});

Then('it is recorded what {string} is', function (this: World, path: string) {
  this.observe(path, valueAt(documentOf(this.last), path) ?? 'absent');
});

Then('it is recorded how many hits there are', function (this: World) {
  this.observe('hits', listAt(documentOf(this.last), 'hits.hits').length);
});

Then('it is recorded how many of the requests were refused', function (this: World) {
  const statuses = this.exchanges.map(({ response }) => response.status);
  const refused = statuses.filter(isRefusal);
  this.observe('requests', { sent: statuses.length, refused: refused.length, with: refused[0] });
});

/** The latest refused request of the scenario; throws Mismatch where none was refused. */
function refusedOf(world: World): Exchange {
  const { exchanges } = world;
  if (exchanges.length === 0) throw new KitFault('no request has been sent yet');
  const refused = exchanges.findLast(({ response }) => isRefusal(response.status));
  if (refused !== undefined) return refused;
  const got = exchanges.map(({ request, response }) => `${request.method} ${response.status}`);
  throw new Mismatch('a request refused with a status from 400 to 499', got, 'nothing was refused');
}

function describe(exchange: Exchange): object {
  const { method, path } = exchange.request;
  return { request: `${method} ${path}`, ...answerOf(exchange) };
}
