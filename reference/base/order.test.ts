import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCodePoints } from './order.ts';

test('texts are compared by code points, whatever the length of their equal parts', () => {
  for (const length of [0, 1, 1023, 1024, 1025, 5000]) {
    const equal = 'a'.repeat(length);
    assert.equal(compareCodePoints(equal, equal), 0);
    for (const [less, more] of [
      ['', 'b'],
      ['a', 'b'],
      ['b', 'bb'],
      ['\uffff', '\u{10000}'],
    ]) {
      assert.ok(compareCodePoints(equal + less, equal + more) < 0, `${length} ${less}`);
      assert.ok(compareCodePoints(equal + more, equal + less) > 0, `${length} ${more}`);
    }
  }
});

test('long texts are compared quickly', () => {
  const text = 'a'.repeat(1_000_000);
  const [a, b] = [`${text}a`, `${text}b`];
  const { user } = process.cpuUsage();
  for (let times = 0; times < 500; times++) compareCodePoints(a, b);
  const taken_ms = (process.cpuUsage().user - user) / 1000;
  // One character after the other, it takes two seconds.
  assert.ok(taken_ms < 1000, `${taken_ms} ms`);
});
