import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queries } from './query-dimensions.ts';
import { offered, rowsOf } from './table.ts';

/** The levels of queries for a server without these extras. */
function levelsWithout(...missing: readonly string[]) {
  const has = (extra: string): boolean => !missing.includes(extra);
  const table = offered(queries, { shards: true, deletes: true, formats: ['md'], has });
  assert.ok(rowsOf(table, 2).length > 0);
  return table.levels;
}

test('no value is computed, and no figure asked for, with what a server lacks', () => {
  const { value, shape } = levelsWithout();
  assert.ok(value.includes('computed'));
  assert.deepEqual(shape, ['rows', 'figures', 'count', 'maximum']);
  const plain = levelsWithout('command:EVAL');
  assert.deepEqual(
    plain.value,
    value.filter((one) => one !== 'computed'),
  );
  assert.deepEqual(plain.shape, shape);
  assert.deepEqual(levelsWithout('function:MIN').shape, ['rows', 'count', 'maximum']);
  assert.deepEqual(levelsWithout('function:MAX').shape, ['rows', 'count']);
  assert.deepEqual(levelsWithout('command:SORT').shape, ['figures', 'count', 'maximum']);
});
