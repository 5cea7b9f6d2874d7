import { Then } from '@cucumber/cucumber';
import { textOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import type { World } from '../client/world.ts';
import type { Expectation } from './expectation.ts';
import { pageHolds } from './management-ui.ts';
import { defineChoice } from './wordings.ts';
import type { Exchange } from '../base/exchange.ts';
import { documentOf } from '../client/answer-table.ts';
import { expectSuccess } from '../client/expectations.ts';
import { valueAt } from '../client/json-path.ts';

/**
 * Judges the value at a path of an answer. Where a refusal has no such value, the Mismatch is that the request was refused:
 * other scenarios may have failed by the same refusal.
 */
export function expectValue(
  exchange: Exchange,
  path: string,
  judge: (value: unknown, path: string) => void,
): void {
  const value = valueAt(documentOf(exchange), path);
  try {
    judge(value, path);
  } catch (error) {
    if (value === undefined) expectSuccess(exchange);
    throw error;
  }
}

Then('{string} is {expectation}', function (this: World, path: string, expectation: Expectation) {
  expectValue(this.last, path, expectation);
});

Then(
  'the header {string} is {expectation}',
  function (this: World, name: string, expectation: Expectation) {
    expectation(this.last.response.headers[name.toLowerCase()], `the header ${name}`);
  },
);

defineChoice<[words: string]>('the {document} does not hold {string}', [
  [
    /body/,
    (world) => (text) => {
      const [words, body] = [world.expand(text), textOf(world.last.response)];
      if (!body.includes(words)) return;
      throw new Mismatch(`a body without ${words}`, body.slice(0, 400), 'the body contains it');
    },
  ],
  [
    /page/,
    (world) => (words) => {
      if (!pageHolds(world, world.expand(words))) return;
      throw new Mismatch('a page without it', 'a page with it', 'the page contains these words');
    },
  ],
]);
