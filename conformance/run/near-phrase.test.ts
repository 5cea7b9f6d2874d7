import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearPhrase } from './tracker.ts';

const phrases = [
  'the client searches {name}( with:)',
  'the client counts {name}',
  'the hits are {string}',
];

test('a step without a definition is followed by the phrase that it resembles', () => {
  const meant = '; did you mean "the client searches {name}( with:)"?';
  assert.equal(nearPhrase('the client serches "searches" with:', phrases), meant);
  assert.equal(nearPhrase('the hits is "a"', phrases), '; did you mean "the hits are {string}"?');
});

test('a step that resembles no phrase has no suggestion', () => {
  assert.equal(nearPhrase('nothing of the kind', phrases), '');
  assert.equal(nearPhrase('', phrases), '');
  assert.equal(nearPhrase('any step', []), '');
});
