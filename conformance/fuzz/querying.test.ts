import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spellingsOf } from './querying.ts';

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
