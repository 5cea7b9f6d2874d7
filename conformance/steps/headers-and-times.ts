import { Then } from '@cucumber/cucumber';
import { textOf } from '../base/body.ts';
import { durationMs } from '../base/duration.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import { now } from '../base/environment.ts';
import { documentOf } from '../client/answer-table.ts';
import { valueAt } from '../client/json-path.ts';
import type { World } from '../client/world.ts';

/** An answer that must not come sooner may come so much sooner, since clocks are not read at the same moment. */
const earliness_ms = 100;
/** An answer that must not come later may come so much later, for the way there and back and a busy machine. */
const lateness_ms = 5000;
/** The clocks of two computers may differ by as much, where the server does not tell its own. */
const clockMargin_ms = 600_000;

Then('the header {string} is present', function (this: World, name: string) {
  if (headerOf(this, name) === undefined) {
    throw new Mismatch(name, 'absent', `the header ${name} is missing`);
  }
});

Then('the header {string} is {string}', function (this: World, name: string, value: string) {
  const expected = this.expand(value);
  const got = headerOf(this, name);
  if (got === expected) return;
  throw new Mismatch(expected, got ?? 'absent', `the header ${name} has another value`);
});

Then('it is recorded what the header {string} is', function (this: World, name: string) {
  this.observe(name, headerOf(this, name) ?? 'absent');
});

Then('the body does not hold {string}', function (this: World, words: string) {
  const text = textOf(this.last.response);
  const unwanted = this.expand(words);
  if (!text.includes(unwanted)) return;
  throw new Mismatch(`a body without ${unwanted}`, text.slice(0, 400), 'the body holds it');
});

Then('the answer came no sooner than {string}', function (this: World, duration: string) {
  const { duration_ms } = this.last.response;
  if (duration_ms >= millisecondsOf(duration) - earliness_ms) return;
  throw new Mismatch(`${duration} or more`, `${duration_ms}ms`, 'the answer came too soon');
});

Then('the answer came no later than {string}', function (this: World, duration: string) {
  const { duration_ms } = this.last.response;
  if (duration_ms <= millisecondsOf(duration) + lateness_ms) return;
  const bound = `${duration} and a margin of ${lateness_ms}ms, or less`;
  throw new Mismatch(bound, `${duration_ms}ms`, 'the answer came too late');
});

Then('{string} lies {string} ahead', function (this: World, path: string, duration: string) {
  const { headers } = this.last.response;
  const told_ms = Date.parse(headers['date'] ?? '');
  const clock_ms = Number.isNaN(told_ms) ? now() : told_ms;
  const expected = clock_ms + millisecondsOf(duration);
  const got = valueAt(documentOf(this.last), path);
  if (typeof got === 'number' && Math.abs(got - expected) <= clockMargin_ms) return;
  throw new Mismatch(expected, got ?? 'absent', `${path} is another moment`);
});

Then('it is recorded how long the answer took', function (this: World) {
  this.observe('milliseconds', this.last.response.duration_ms);
});

function headerOf(world: World, name: string): string | undefined {
  return world.last.response.headers[name.toLowerCase()];
}

function millisecondsOf(duration: string): number {
  const found = durationMs(duration);
  if (found === undefined) throw new KitFault(`"${duration}" is no duration such as 2s or 7d`);
  return found;
}
