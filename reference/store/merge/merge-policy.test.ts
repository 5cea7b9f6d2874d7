import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MergeCandidate } from './merge-policy.ts';
import { chooseMerge } from './merge-policy.ts';

function segments(
  size: number,
  count: number,
  more: Partial<MergeCandidate> = {},
): MergeCandidate[] {
  const segment = {
    size,
    liveCount: size,
    droppable: 0,
    bytes: size,
    free: true,
    seen: true,
    ...more,
  };
  return Array.from({ length: count }, () => segment);
}

const cases: readonly (readonly [
  name: string,
  list: readonly MergeCandidate[],
  choice: unknown,
])[] = [
  ['few', segments(5, 9), undefined],
  ['ten of one size', segments(5, 10), { from: 0, to: 10 }],
  ['after larger ones', [...segments(500, 3), ...segments(5, 10)], { from: 3, to: 13 }],
  [
    'smaller ones between',
    [...segments(50, 5), ...segments(5, 3), ...segments(50, 5)],
    { from: 0, to: 13 },
  ],
  ['different sizes', [...segments(5, 9), ...segments(50, 9), ...segments(500, 9)], undefined],
  [
    'one is being merged',
    [...segments(5, 5), ...segments(5, 1, { free: false }), ...segments(5, 5)],
    undefined,
  ],
  ['visible and not visible', [...segments(5, 9), ...segments(5, 9, { seen: false })], undefined],
  ['not yet enough that are not visible', segments(2000, 29, { seen: false }), undefined],
  ['many unseen', segments(2000, 30, { seen: false }), { from: 0, to: 30 }],
  ['too large together', segments(200_000, 10), undefined],
  [
    'a third deleted',
    [...segments(9, 1), ...segments(9, 1, { liveCount: 5, droppable: 4 })],
    { from: 1, to: 2 },
  ],
  ['deleted but still visible', segments(9, 1, { liveCount: 1, droppable: 0 }), undefined],
];

test('merges adjacent segments of similar size, and segments with many deletions', () => {
  for (const [name, list, choice] of cases) assert.deepEqual(chooseMerge(list), choice, name);
});
