import { Then } from '@cucumber/cucumber';
import { textOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import { documentOf } from '../client/answer-table.ts';
import { valueAt } from '../client/json-path.ts';
import type { World } from '../client/world.ts';
import type { Expectation } from './expectation.ts';

Then('{string} is {expectation}', function (this: World, path: string, expectation: Expectation) {
  expectation(valueAt(documentOf(this.last), path), path);
});

Then(
  'the header {string} is {expectation}',
  function (this: World, name: string, expectation: Expectation) {
    expectation(this.last.response.headers[name.toLowerCase()], `the header ${name}`);
  },
);

Then('the body does not hold {string}', function (this: World, words: string) {
  const text = textOf(this.last.response);
  const unwanted = this.expand(words);
  if (!text.includes(unwanted)) return;
  throw new Mismatch(`a body without ${unwanted}`, text.slice(0, 400), 'the body holds it');
});
