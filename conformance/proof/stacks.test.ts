import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aspects } from '../run/mutation.ts';
import { variants } from './index.ts';
import { inParts, stacksOf } from './lanes.ts';

test('every variant is in one stack, and no stack has two variants of the same aspect', () => {
  const stacks = stacksOf(variants);
  assert.deepEqual(
    stacks
      .flat()
      .map(({ name }) => name)
      .toSorted(),
    variants.map(({ name }) => name).toSorted(),
  );
  for (const stack of stacks) {
    const layers = stack.map(({ aspect }) => aspects.indexOf(aspect));
    assert.deepEqual(
      layers,
      [...new Set(layers)].toSorted((a, b) => a - b),
    );
  }
});

test('without variants there are no stacks', () => {
  assert.deepEqual(stacksOf([]), []);
});

test('parts have similar weights and keep the order of their items', () => {
  const weights = [1, 9, 2, 3, 3];
  assert.deepEqual(
    inParts(weights, 2, (weight) => weight),
    [[9], [1, 2, 3, 3]],
  );
  assert.deepEqual(
    inParts([5], 3, (weight) => weight),
    [[5]],
  );
});
