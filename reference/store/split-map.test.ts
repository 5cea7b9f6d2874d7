import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SplitMap } from './split-map.ts';

const count = 200_000;

const kinds: readonly (readonly [string, (at: number) => number | bigint | string])[] = [
  ['texts', (at) => `i${at}`],
  ['long texts', (at) => `${at}`.padStart(200, 'x')],
  ['whole numbers', (at) => at],
  ['dates', (at) => 1_577_836_800_000 + at * 86_400_000],
  ['fractions', (at) => at / 7],
  ['large integers', (at) => 2n ** 60n + BigInt(at) * 1000n],
];

for (const [what, keyOf] of kinds) {
  test(`a map of many ${what} has no large part`, () => {
    const map = new SplitMap<number | bigint | string, number>();
    for (let at = 0; at < count; at++) map.add(keyOf(at), at);
    const longest = Math.max(...map.parts.map(({ size }) => size));
    assert.ok(longest < count / 20, `${longest} entries in one part`);
    assert.equal(map.size, count);
    assert.deepEqual([map.get(keyOf(0)), map.get(keyOf(count - 1))], [0, count - 1]);
    assert.equal(map.get(keyOf(count)), undefined);
    const entries = map.parts.flatMap((part) => [...part]);
    assert.equal(entries.length, count);
    assert.ok(entries.every(([key, value]) => keyOf(value) === key));
  });
}

test('parts grow one after the other', () => {
  const map = new SplitMap<number, number>();
  // A map moves its entries when their number reaches a power of two.
  const grown = (): number =>
    map.parts.reduce((sum, { size }) => sum + Math.floor(Math.log2(Math.max(1, size))), 0);
  for (let at = 0; at < 50_000; at++) map.add(at, at);
  let most = 0;
  const first = grown();
  for (let at = 50_000; at < count;) {
    const before = grown();
    for (const end = at + 1000; at < end; at++) map.add(at, at);
    most = Math.max(most, grown() - before);
  }
  assert.ok(grown() - first > 100, 'every part grows twice');
  assert.ok(most <= 8, `${most} parts grow while 1000 entries are added`);
});

test('0 and -0 are one key', () => {
  const map = new SplitMap<number, number>();
  for (let at = 1; at < 5000; at++) map.add(at, at);
  map.add(0, -1);
  assert.equal(map.get(-0), -1);
});
