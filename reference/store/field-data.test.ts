import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ordinalTermIndex } from './field-data.ts';
import { finishWork } from '../base/work.ts';
import { OrdinalWriter } from './writers/ordinal-writer.ts';

/** A column of documents of which each has no value, one or two. */
function columnOf(size: number) {
  const writer = new OrdinalWriter();
  for (let doc = 0; doc < size; doc++) {
    for (let nth = 0; nth < doc % 3; nth++) writer.add(doc, `w${(doc * 7 + nth) % 100}`);
  }
  return finishWork(writer.finish(size));
}

const documentsOf = (size: number, term: number): readonly number[] =>
  Array.from({ length: size }, (_, doc) => doc).filter((doc) =>
    [0, 1].slice(0, doc % 3).some((nth) => (doc * 7 + nth) % 100 === term),
  );

test('a large column is inverted in steps, and its terms are found before it is', () => {
  const size = 200_000;
  const index = ordinalTermIndex(columnOf(size));
  const expected = documentsOf(size, 42);
  assert.deepEqual([...(index.postings('w42')?.docs ?? [])], expected);
  const steps = [...index.prepare()].length;
  assert.ok(steps >= 5, `${steps} steps`);
  assert.deepEqual([...(index.postings('w42')?.docs ?? [])], expected);
  assert.deepEqual([...index.prepare()], []);
});

test('looking up terms inverts a column, too', () => {
  const index = ordinalTermIndex(columnOf(200_000));
  for (let times = 0; times < 20; times++) index.postingsAt(times);
  assert.deepEqual([...index.prepare()], []);
});

test('a small column is inverted in one step', () => {
  const index = ordinalTermIndex(columnOf(1000));
  assert.deepEqual([...(index.postings('w0')?.docs ?? [])], documentsOf(1000, 0));
  assert.deepEqual([...index.prepare()], []);
});
