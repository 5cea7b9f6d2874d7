import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mismatch } from '../base/errors.ts';
import { expectRows, spellingsOf } from './querying.ts';

/** True for each cell that may be the boolean beside it. */
function judged(cells: readonly (readonly [boolean, unknown])[]): readonly boolean[] {
  const spelling = spellingsOf();
  return cells.map(([expected, cell]) => spelling.fits(expected, cell));
}

test('a table may spell booleans as it likes', () => {
  assert.deepEqual(
    judged([
      [true, 'Yes '],
      [false, 'no'],
      [true, 'yes'],
    ]),
    [true, true, true],
  );
});

test('a boolean is spelt in one way only, and not as the other one', () => {
  assert.deepEqual(
    judged([
      [true, '1'],
      [true, '2'],
    ]),
    [true, false],
  );
  assert.deepEqual(
    judged([
      [true, 'x'],
      [false, 'x'],
    ]),
    [true, false],
  );
  assert.deepEqual(judged([[true, 'false']]), [false]);
  assert.deepEqual(judged([[false, '']]), [false]);
});

test('a failure of a text table shows cells that fit as they are expected', () => {
  const table = { columns: [{ name: 'n' }], rows: [['1'], ['1']], isText: true };
  assert.throws(
    () => expectRows({ names: ['n'], rows: [[1]] }, table, 'the query'),
    (error: unknown) => {
      assert.ok(error instanceof Mismatch);
      assert.deepEqual(error.got, [[1], ['1']]);
      return true;
    },
  );
});
