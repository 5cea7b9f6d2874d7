import { distance } from 'fastest-levenshtein';

/** Longer names are never similar: the work grows with the square of the length. */
const maxLength = 200;
/** 1 for equal names, 0 for those that have nothing in common. */
const minSimilarity = 0.5;

/**
 * Takes an unknown name and the known names; returns the end of an error message: `, did you mean [a]?`,
 * `, did you mean any of [a, b]?`, or an empty text if no known name has a similarity of at least 0.5.
 */
export function didYouMean(name: string, known: Iterable<string>): string {
  const similar = similarNames(name, known);
  const [first] = similar;
  if (first === undefined) return '';
  if (similar.length === 1) return `, did you mean [${first}]?`;
  return `, did you mean any of [${similar.join(', ')}]?`;
}

/**
 * Returns the known names that are similar to an unknown one, the most similar first, and equally similar ones in the
 * order of `known`.
 */
export function similarNames(name: string, known: Iterable<string>): readonly string[] {
  const scored: { readonly name: string; readonly score: number }[] = [];
  for (const candidate of known) {
    const score = similarity(name, candidate);
    if (score >= minSimilarity) scored.push({ name: candidate, score });
  }
  return scored.sort((a, b) => b.score - a.score).map((entry) => entry.name);
}

/** One minus the share of characters that differ. */
function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest > maxLength ? 0 : 1 - distance(a, b) / longest;
}
