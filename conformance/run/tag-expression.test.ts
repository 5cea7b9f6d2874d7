import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../base/errors.ts';
import { parseTagExpression } from './selection.ts';

for (const [text, own, expected] of [
  ['@a', ['a'], true],
  ['not @a', ['a'], false],
  ['@a and not (@b or @c.d)', ['a', 'c.d'], false],
  ['@a and not (@b or @c.d)', ['a', 'e'], true],
  ['@a or @b and @c', ['a'], true],
] as const) {
  test(`${text} ${expected ? 'matches' : 'does not match'} ${own.join(' ')}`, () => {
    assert.equal(parseTagExpression(text).matches(own), expected);
  });
}

test('the tags of an expression', () => {
  assert.deepEqual(parseTagExpression('@a and not (@b or @c.d)').tags, ['a', 'b', 'c.d']);
});

for (const text of ['', 'and', '@a and', '(@a', '@a)', '@a @b', 'a', '@a nor @b']) {
  test(`"${text}" is not a tag expression`, () => {
    assert.throws(() => parseTagExpression(text), UsageError);
  });
}
