import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishWork } from '../../base/work.ts';
import { columnOf } from '../../store/columns.ts';
import { ignoredField } from '../../store/ignored-field.ts';
import { docsMeeting } from './field-span.ts';

const size = 1000;

const field = { ...ignoredField, type: 'long' } as never;

function columnFor(valueOf: (doc: number) => number | bigint) {
  const values = Array.from({ length: size }, (_, doc) =>
    Array.from({ length: doc % 3 }, (_, nth) => valueOf((doc * 7919 + nth) % size)),
  );
  return columnOf({ field, values }, undefined);
}

const isWithin = (value: number | bigint, from: number, to: number): boolean =>
  value > from && value <= to;

for (const [what, valueOf] of [
  ['numbers', (value: number) => value],
  ['large integers', (value: number) => 2n ** 60n + BigInt(value)],
] as const) {
  test(`wide and narrow spans of ${what} have the documents between their bounds`, () => {
    const column = columnFor(valueOf);
    const scope = { fields: { column: () => column }, size } as never;
    for (const [from, to] of [
      [-1, 999],
      [10, 900],
      [500, 520],
      [700, 700],
    ] as const) {
      const span = {
        lower: { value: valueOf(from), inclusive: false },
        upper: { value: valueOf(to), inclusive: true },
      };
      const docs = finishWork(docsMeeting(scope, field, { span, relation: 'intersects' }));
      const expected = Array.from({ length: size }, (_, doc) => doc).filter((doc) =>
        [0, 1].slice(0, doc % 3).some((nth) => isWithin((doc * 7919 + nth) % size, from, to)),
      );
      assert.deepEqual([...docs], expected);
    }
  });
}
