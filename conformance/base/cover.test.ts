import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Choice, cover, coverPairs, countTuples, tuplesIn } from './cover.ts';

const factors = [['a', 'b'], ['c'], ['d', 'e', 'f'], ['g']];

test('every two values of different factors are together once', () => {
  const rows = coverPairs(factors);
  for (const [at, ones] of factors.entries()) {
    for (const one of ones) {
      for (const other of factors.slice(at + 1).flat()) {
        const isTogether = rows.some((row) => row.includes(one) && row.includes(other));
        assert.ok(isTogether, `${one} and ${other}`);
      }
    }
  }
});

test('no combination has two values of a factor, and there are fewer than pairs', () => {
  const rows = coverPairs(factors);
  for (const row of rows) {
    for (const values of factors)
      assert.ok(values.filter((value) => row.includes(value)).length <= 1);
  }
  assert.ok(rows.length <= 7, `${rows.length} combinations`);
  assert.deepEqual(coverPairs(factors), rows);
  assert.deepEqual(coverPairs([]), []);
});

test('values that do not fit are never together, and all other triples are', () => {
  const apart = new Set(['a d', 'd a', 'b f', 'f b']);
  const fits = (one: Choice, other: Choice): boolean => !apart.has(`${one.value} ${other.value}`);
  const rows = cover(factors, { strength: 3, fits });
  for (const row of rows) {
    assert.ok(row.every((one) => row.every((other) => one === other || fits(one, other))));
  }
  const covered = new Set(rows.flatMap((row) => tuplesIn(row, 3)));
  assert.equal(covered.size, countTuples(factors, { strength: 3, fits }));
});

test('cover holds the triples that it is given beside all pairs, and no others on purpose', () => {
  const triples = ['a', 'b'].flatMap((first) =>
    ['x', 'y'].flatMap((second) =>
      ['1', '2'].map((third) => [first, second, third].map((value, factor) => ({ factor, value }))),
    ),
  );
  const given = [
    ['a', 'b', 'c'],
    ['x', 'y', 'z'],
    ['1', '2', '3'],
    ['p', 'q'],
  ];
  const found = new Set(cover(given, { combinations: triples }).flatMap((row) => tuplesIn(row, 3)));
  for (const triple of triples) {
    assert.ok(found.has(tuplesIn(triple, 3)[0] ?? ''), JSON.stringify(triple));
  }
  const pairs = new Set(cover(given, { combinations: triples }).flatMap((row) => tuplesIn(row)));
  assert.equal(pairs.size, countTuples(given));
});

test('cover leaves out of its triples those that cannot be in a row', () => {
  const triple = ['a', 'x', '1'].map((value, factor) => ({ factor, value }));
  const fits = (one: Choice, other: Choice): boolean =>
    ![one, other].every(({ value }) => 'ax'.includes(value));
  const rows = cover([['a', 'b'], ['x', 'y'], ['1']], { combinations: [triple], fits });
  for (const row of rows) {
    const values = row.map(({ value }) => value);
    assert.ok(!(values.includes('a') && values.includes('x')), values.join());
  }
});

test('a longer combination is in one row, and needs none of its own if another has it', () => {
  const factors = Array.from({ length: 5 }, () => ['a', 'b']);
  const long = factors.map((_, factor) => ({ factor, value: 'a' }));
  const part = long.slice(0, 4);
  const rows = cover(factors, { combinations: [long, part] });
  const holding = rows.filter((row) => tuplesIn(row, 4).includes(tuplesIn(part, 4)[0] ?? ''));
  assert.equal(holding.length, 1);
});
