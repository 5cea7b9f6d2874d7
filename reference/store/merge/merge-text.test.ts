import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defined } from '../../base/assert.ts';
import { createRegistry } from '../analysis/registry.ts';
import { TextWriter } from '../writers/text-writer.ts';
import { mergeText } from './merge-text.ts';
import { choiceStepSize, stepSize } from './merge-work.ts';
import { finishWork } from '../../base/work.ts';

const documents = 20 * stepSize;

function segment(text: (doc: number) => string) {
  const writer = new TextWriter(defined(createRegistry({}).analyzer('standard'), 'analyzer'));
  for (let doc = 0; doc < documents; doc++) assert.equal(writer.add(doc, text(doc)), undefined);
  const table = Uint32Array.from({ length: documents }, (_, doc) => doc);
  return { data: finishWork(writer.finish(documents)), map: { table, kept: documents } };
}

/** Returns the number of steps of a merge, and its result. */
function merged(text: (doc: number) => string) {
  const work = mergeText([segment(text)], documents);
  let steps = 1;
  let step = work.next();
  for (; step.done !== true; step = work.next()) steps++;
  return { steps, data: step.value };
}

test('the postings of a word in all documents are merged in steps', () => {
  const { steps, data } = merged(() => 'red');
  assert.ok(steps >= (2 * documents) / stepSize, `${steps} steps`);
  assert.deepEqual(
    [data.terms.size, data.docs.length, data.docs.at(-1)],
    [1, documents, documents - 1],
  );
});

test('the postings of words in some documents are merged in steps', () => {
  const words = documents / 64;
  const { steps, data } = merged((doc) => `w${doc % words}`);
  assert.ok(steps >= words, `${steps} steps`);
  assert.equal(data.terms.size, words);
});

test('words of one document share a step', () => {
  const { steps, data } = merged((doc) => `w${doc}`);
  assert.ok(steps < 2 * (documents / choiceStepSize + documents / stepSize), `${steps} steps`);
  assert.equal(data.terms.size, documents);
});
