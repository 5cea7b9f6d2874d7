import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverMatcher } from '../../base/wildcard.ts';

const cases: readonly (readonly [pattern: string, other: string, isCovered: boolean])[] = [
  ['*', '', true],
  ['*', '*', true],
  ['*', 'space:default', true],
  ['logs', 'logs', true],
  ['logs', 'logs*', false],
  ['logs*', 'logs', true],
  ['logs*', 'logs-*', true],
  ['logs-*', 'logs*', false],
  ['l?gs', 'logs', true],
  ['l?gs', 'lgs', false],
  ['?', '*', false],
  ['?', '?', true],
  ['a', '?', false],
  ['**', '*', true],
  ['*a*b', 'xaxbxab', true],
  ['*a*b', 'xaxbxa', false],
  ['', '', true],
  ['', 'a', false],
  ['a.c', 'abc', false],
  ['event:*', 'event:write', true],
];
for (const [pattern, other, isCovered] of cases) {
  test(`[${pattern}] ${isCovered ? 'covers' : 'does not cover'} [${other}]`, () => {
    assert.equal(coverMatcher(pattern)(other), isCovered);
  });
}

test('a pattern with many stars takes little time', () => {
  assert.equal(coverMatcher('*a'.repeat(500))('a'.repeat(499)), false);
});
