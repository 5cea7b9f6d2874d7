import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishWork } from '../../base/work.ts';
import { NumericWriter } from '../../store/writers/numeric-writer.ts';
import { docsInSpan } from './term-sets.ts';

const size = 1000;

function columnOf(valueOf: (doc: number) => number | bigint) {
  const writer = new NumericWriter(true);
  for (let doc = 0; doc < size; doc++) {
    for (let nth = 0; nth < doc % 3; nth++) writer.add(doc, valueOf((doc * 7919 + nth) % size));
  }
  return finishWork(writer.finish(size));
}

const isWithin = (value: number | bigint, from: number, to: number): boolean =>
  value > from && value <= to;

for (const [what, valueOf] of [
  ['numbers', (value: number) => value],
  ['large integers', (value: number) => 2n ** 60n + BigInt(value)],
] as const) {
  test(`wide and narrow spans of ${what} have the documents between their bounds`, () => {
    const column = columnOf(valueOf);
    for (const [from, to] of [
      [-1, 999],
      [10, 900],
      [500, 520],
      [700, 700],
    ] as const) {
      const docs = docsInSpan(
        column,
        {
          lower: { value: valueOf(from), inclusive: false },
          upper: { value: valueOf(to), inclusive: true },
        },
        size,
      );
      const expected = Array.from({ length: size }, (_, doc) => doc).filter((doc) =>
        [0, 1].slice(0, doc % 3).some((nth) => isWithin((doc * 7919 + nth) % size, from, to)),
      );
      assert.deepEqual([...docs], expected);
    }
  });
}

test('a wide span reads the values one after the other, not in the order of the column', () => {
  const column = columnOf((value) => value);
  const order = new Uint32Array(column.order.length);
  order[0] = column.order[0] ?? 0;
  order[order.length - 1] = column.order.at(-1) ?? 0;
  const docs = docsInSpan({ ...column, order }, { lower: undefined, upper: undefined }, size);
  assert.equal(docs.count(), size - Math.ceil(size / 3));
});
