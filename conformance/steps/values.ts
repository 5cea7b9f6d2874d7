import { Then } from '@cucumber/cucumber';
import { textOf } from '../base/body.ts';
import { expectValue } from '../client/answer-table.ts';
import { Mismatch } from '../base/errors.ts';
import type { World } from '../client/world.ts';
import type { Expectation } from './expectation.ts';
import { pageHolds } from './management-ui.ts';
import { defineChoice } from './wordings.ts';

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
