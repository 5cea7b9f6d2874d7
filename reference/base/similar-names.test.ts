import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { didYouMean, similarNames } from './similar-names.ts';

describe('similar names', () => {
  it('names one known name, or all in the order of their similarity', () => {
    assert.equal(didYouMean('count', ['total', 'counts']), ', did you mean [counts]?');
    assert.equal(
      didYouMean('count', ['mount', 'counts', 'total']),
      ', did you mean any of [counts, mount]?',
    );
    assert.equal(didYouMean('count', ['total']), '');
  });

  it('finds no name of more than 200 characters', () => {
    const long = 'a'.repeat(201);
    assert.deepEqual(similarNames(long, [long]), []);
  });

  it('finds the names that a full comparison finds', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 5 }), (unknown, known) => {
        const expected = known.filter((other) => fullSimilarity(unknown, other) >= 0.5);
        assert.deepEqual(similarNames(unknown, known).toSorted(), expected.toSorted());
      }),
    );
  });
});

function fullSimilarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return 1 - fullDistance(a, b) / longest;
}

function fullDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [first, second] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return fullDistance(first, second);
  return 1 + Math.min(fullDistance(first, second), fullDistance(a, second), fullDistance(first, b));
}
