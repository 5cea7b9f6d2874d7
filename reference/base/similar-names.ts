import { at } from './assert.ts';

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

/** One minus the share of characters that differ; may be 0 if it is below the minimum. */
function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  const shortest = Math.min(a.length, b.length);
  if (longest > maxLength || shortest * 2 < longest) return 0;
  const found = distance(a, b, Math.ceil(longest * (1 - minSimilarity)));
  return found === undefined ? 0 : 1 - found / longest;
}

/**
 * Returns the Levenshtein distance: the number of characters to insert, delete or replace. Returns undefined as soon as
 * it is known to be larger than `most`.
 */
function distance(a: string, b: string, most: number): number | undefined {
  const row = Uint8Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    let diagonal = i - 1;
    let least = i;
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = diagonal + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      diagonal = at(row, j);
      const cost = Math.min(replaced, diagonal + 1, at(row, j - 1) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return undefined;
  }
  return at(row, b.length);
}
