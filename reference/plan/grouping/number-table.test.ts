import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NumberTable } from './number-table.ts';

test('keys are numbered in order of appearance, also when the table grows and is divided', () => {
  const table = new NumberTable();
  const numbers = new Map<number, number>();
  for (let nth = 0; nth < 30_000; nth++) {
    // Every key occurs about twice; they differ in the low or in the high bits.
    const key = ((nth * 7919) % 14_983) * (nth % 2 === 0 ? 1 : 2 ** 26) - 7;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    assert.equal(table.numberOf(key), number);
  }
  assert.equal(table.size, numbers.size);
  for (const [key, number] of numbers) assert.equal(table.at(number), key);
});

test('a table of few keys takes little memory, as a query may have thousands of them', () => {
  const table = new NumberTable();
  table.numberOf(1);
  assert.ok(table.bytes < 256, `${table.bytes} bytes`);
});

test('0 and -0 are one key', () => {
  const table = new NumberTable();
  assert.deepEqual([table.numberOf(0), table.numberOf(-0)], [0, 0]);
});
