import { at } from '../base/assert.ts';

/** Candidates above this similarity are returned: 1 is equal, 0 has nothing in common. */
const minSimilarity = 0.5;

/** Returns the known names that are similar to an unknown one, the most similar first. */
export function similarNames(name: string, known: readonly string[]): readonly string[] {
  return known
    .map((candidate) => ({ candidate, similarity: similarity(name, candidate) }))
    .filter(({ similarity }) => similarity > minSimilarity)
    .sort((a, b) => b.similarity - a.similarity || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
}

function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return Math.abs(a.length - b.length) > longest / 2 ? 0 : 1 - distance(a, b) / longest;
}

/** The Levenshtein distance of two words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const exchanged = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, at(row, j) + 1, at(next, j - 1) + 1));
    }
    row = next;
  }
  return at(row, b.length);
}
