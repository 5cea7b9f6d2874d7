import { textOf } from '../base/body.ts';
import { expectValue } from '../client/answer-table.ts';
import { Mismatch } from '../base/errors.ts';
import type { Expectation } from './expectation.ts';
import { pageHolds } from './management-ui.ts';
import { defineChoiceWith, definePhrase } from './wordings.ts';

definePhrase<[string, Expectation]>('{string} is {expectation}', ({ last }, [path, expectation]) =>
  expectValue(last, path, expectation),
);

definePhrase<[string, Expectation]>(
  'the header {string} is {expectation}',
  ({ last }, [name, expectation]) =>
    expectation(last.response.headers[name.toLowerCase()], `the header ${name}`),
);

defineChoiceWith<[words: string]>('the {document} does not hold {string}', [
  [
    /body/,
    (world, [text]) => {
      const [words, body] = [world.expand(text), textOf(world.last.response)];
      if (!body.includes(words)) return;
      throw new Mismatch(`a body without ${words}`, body.slice(0, 400), 'the body contains it');
    },
  ],
  [
    /page/,
    (world, [words]) => {
      if (!pageHolds(world, world.expand(words))) return;
      throw new Mismatch('a page without it', 'a page with it', 'the page contains these words');
    },
  ],
]);
