import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../base/json.ts';
import type { Condition } from './conditions.ts';
import { isMet, labelOf, parseConditions } from './conditions.ts';
import type { IndexFigures } from './index-figures.ts';
import { conditionsAllow, policyRolls } from './decision.ts';

/** An index that is a day old, with two primaries of 12 and 8 documents and of 2 and 1 KiB, each with one replica. */
const figures: IndexFigures = {
  age_ms: 86_400_000,
  docs: 20,
  copiedDocs: 40,
  bytes: 3072,
  largest_bytes: 2048,
  largestDocs: 12,
};

/** For every condition, the limit value that is met and the next one that is not. */
const values: Readonly<Record<string, readonly [met: string | number, unmet: string | number]>> = {
  max_age: ['1d', '86400001ms'],
  max_docs: [40, 41],
  max_size: ['3kb', '3073b'],
  max_primary_shard_size: ['2kb', '2049b'],
  max_primary_shard_docs: [12, 13],
  min_age: ['24h', '25h'],
  min_docs: [20, 21],
  min_size: ['3072b', '3073b'],
  min_primary_shard_size: ['2048b', '2049b'],
  min_primary_shard_docs: [12, 13],
};

function read(conditions: JsonObject): readonly Condition[] {
  return parseConditions({ value: conditions, text: '', path: [] }, 'conditions');
}

function valueOf(name: string, isMetNow: boolean): string | number {
  return values[name]?.[isMetNow ? 0 : 1] ?? '';
}

test('requires both one maximum and one minimum', () => {
  const maximums = Object.keys(values).filter((name) => name.startsWith('max_'));
  const minimums = Object.keys(values).filter((name) => name.startsWith('min_'));
  assert.equal(maximums.length * minimums.length, 25);
  for (const maximum of maximums) {
    for (const minimum of minimums) {
      for (const [max, min] of [
        [true, true],
        [true, false],
        [false, true],
        [false, false],
      ] as const) {
        const given = { [maximum]: valueOf(maximum, max), [minimum]: valueOf(minimum, min) };
        const conditions = read(given);
        assert.equal(policyRolls(conditions, figures, true), max && min, JSON.stringify(given));
        assert.equal(conditionsAllow(conditions, figures), max && min, JSON.stringify(given));
      }
    }
  }
});

test('requires any maximum and all minimums, and allows a rollover without conditions', () => {
  const cases: readonly (readonly [JsonObject, boolean])[] = [
    [{}, true],
    [{ max_docs: 100, max_age: '1h' }, true],
    [{ max_docs: 100, max_age: '2d', max_size: '1gb' }, false],
    [{ max_docs: 1, min_docs: 20, min_age: '2d' }, false],
    [{ max_docs: 1, min_docs: 20, min_age: '1d' }, true],
  ];
  for (const [given, expected] of cases) {
    assert.equal(conditionsAllow(read(given), figures), expected, JSON.stringify(given));
  }
});

test('does not roll over an empty index, unless the setting or the policy allows it', () => {
  const empty = { ...figures, docs: 0, copiedDocs: 0, largestDocs: 0 };
  const cases: readonly (readonly [JsonObject, only: boolean, boolean])[] = [
    [{ max_age: '1d' }, true, false],
    [{ max_age: '1d' }, false, true],
    [{ max_age: '1d', min_docs: 0 }, true, true],
    [{ max_age: '1d', min_primary_shard_docs: 0 }, true, true],
    [{ max_age: '1d', min_size: '1kb' }, true, false],
    [{ max_age: '2d', min_docs: 0 }, true, false],
    [{ max_age: '1d', min_docs: 1 }, false, false],
  ];
  for (const [given, only, expected] of cases) {
    assert.equal(policyRolls(read(given), empty, only), expected, JSON.stringify(given));
  }
});

test('200,000,000 documents in a shard take precedence over all conditions', () => {
  const conditions = read({
    max_docs: '900000000',
    max_primary_shard_docs: 300_000_000,
    min_age: '9d',
  });
  const full = (largestDocs: number): IndexFigures => ({ ...figures, docs: 3, largestDocs });
  assert.equal(policyRolls(conditions, full(200_000_000), true), true);
  assert.equal(policyRolls(conditions, full(199_999_999), true), false);
  assert.equal(policyRolls(conditions, { ...full(200_000_000), docs: 0 }, true), true);
});

test('conditions have units', () => {
  const cases: readonly (readonly [name: string, text: string, value: number])[] = [
    ['max_age', '5nanos', 5e-6],
    ['max_age', '5micros', 5e-3],
    ['max_age', '5ms', 5],
    ['max_age', '5s', 5000],
    ['max_age', '5m', 300_000],
    ['max_age', '5h', 18_000_000],
    ['min_age', '7d', 604_800_000],
    ['min_age', '0', 0],
    ['max_size', '5b', 5],
    ['max_size', '5kb', 5 * 2 ** 10],
    ['max_primary_shard_size', '5mb', 5 * 2 ** 20],
    ['max_primary_shard_size', '50gb', 50 * 2 ** 30],
    ['min_size', '5tb', 5 * 2 ** 40],
    ['min_primary_shard_size', '5pb', 5 * 2 ** 50],
  ];
  for (const [name, text, value] of cases) {
    const [condition] = read({ [name]: text });
    assert.ok(condition !== undefined);
    assert.equal(condition.value.toPrecision(12), value.toPrecision(12), text);
    assert.equal(labelOf(condition), `[${name}: ${text}]`);
    assert.equal(
      isMet(condition, { ...figures, age_ms: value, bytes: value, largest_bytes: value }),
      true,
    );
  }
});

test('refuses an invalid value of a condition, with its name', () => {
  const cases: readonly (readonly [JsonObject, RegExp])[] = [
    [{ max_age: '7' }, /max_age.*\[7\]/],
    [{ max_age: '7w' }, /max_age.*\[7w\]/],
    [{ max_age: 7 }, /VALUE_STRING.*max_age/],
    [{ max_age: '-1' }, /max_age.*negative/],
    [{ max_size: '5d' }, /max_size.*\[5d\]/],
    [{ max_docs: 1.5 }, /max_docs.*1\.5/],
    [{ max_docs: -1 }, /max_docs.*-1/],
    [{ max_docs: '5gb' }, /max_docs/],
    [{ max_primary_shard_docs: true }, /max_primary_shard_docs/],
    [{ max_documents: 5 }, /unknown field \[max_documents\]/],
  ];
  for (const [given, reason] of cases) {
    assert.throws(() => read(given), reason, JSON.stringify(given));
  }
});
