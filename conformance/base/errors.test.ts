import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './errors.ts';

test('a known name is suggested for one like it, and none is looked for if a text is too long', () => {
  const known = Array.from({ length: 1000 }, (_, at) => `${'scroll.open'.repeat(3)}${at}`);
  assert.equal(
    nearest('scrol.open', ['search.fine', 'scroll.open']),
    '; did you mean scroll.open?',
  );
  assert.equal(nearest('x'.repeat(1_000_000), known), '');
});
