import assert from 'node:assert/strict';
import test from 'node:test';
import { globMatcher, wildcardMatcher } from './wildcard.ts';

const matches = [
  ['', '', true],
  ['*', '', true],
  ['**', 'anything', true],
  ['a*', 'abc', true],
  ['*c', 'abc', true],
  ['*b*', 'abc', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['a*a', 'a', false],
  ['?', '😀', true],
  ['??', '😀', false],
  ['a?c*', 'abcdef', true],
  ['a\\*', 'a*', true],
  ['a\\*', 'ab', false],
  ['a\\\\*', 'a\\b', true],
  ['a\\', 'a\\', true],
] as const;

test('a wildcard pattern matches whole texts', () => {
  for (const [pattern, text, isMatch] of matches) {
    assert.equal(wildcardMatcher(pattern)(text), isMatch, `${pattern} ${text}`);
  }
});

test('a wildcard pattern can ignore case', () => {
  const isMatch = wildcardMatcher('É?s*', { caseInsensitive: true });
  assert.ok(isMatch('éTSx'));
  assert.ok(!isMatch('etsx'));
});

test('only the star is special in a pattern of names', () => {
  assert.ok(globMatcher('a?*\\')('a?bc\\'));
  assert.ok(!globMatcher('a?')('ab'));
  assert.ok(globMatcher('logs-*-x*')('logs-1-2-xy'));
});

test('time is proportional to pattern length times text length, even with many stars', () => {
  const text = 'a'.repeat(20_000);
  assert.ok(!wildcardMatcher(`${'*a'.repeat(50)}*b?`)(text));
});

test('a pattern has a limit', () => {
  assert.ok(wildcardMatcher('*'.repeat(32_766))('a'));
  assert.throws(() => wildcardMatcher('*'.repeat(32_767)), /longer than the maximum of \[32766\]/);
});
