import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftoverLines } from './leftover-lines.ts';

test('what was refused in the same way is one line, with the first names', () => {
  const indices = [1, 2, 3, 4, 5].map((n) => `DELETE /ck-${n} answered 405`);
  const lines = leftoverLines([...indices, ...indices, 'the intake did not stop']);
  assert.deepEqual(lines, [
    'left behind: 5 (DELETE answered 405): /ck-1, /ck-2, /ck-3 and 2 more, in the JSON report',
    'left behind: the intake did not stop',
  ]);
});
