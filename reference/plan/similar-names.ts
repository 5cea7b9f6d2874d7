import { at } from '../base/assert.ts';
/** Maximum length of names that are compared: the work grows with the square of the length. */
const maxLength = 200;

/**
 * Takes an unknown name and the known names; returns the ending of a message: `, did you mean [a]?`,
 * `, did you mean any of [a, b]?`, or an empty text if no name has a similarity of at least one half.
 */
export function didYouMean(name: string, known: Iterable<string>): string {
  const similar = similarNames(name, known);
  const [first] = similar;
  if (first === undefined) return '';
  if (similar.length === 1) return `, did you mean [${first}]?`;
  return `, did you mean any of [${similar.join(', ')}]?`;
}

function similarNames(name: string, known: Iterable<string>): readonly string[] {
  const scored: { readonly name: string; readonly score: number }[] = [];
  for (const candidate of known) {
    const score = similarity(name, candidate);
    if (score >= 0.5) scored.push({ name: candidate, score });
  }
  return scored.sort((a, b) => b.score - a.score).map((entry) => entry.name);
}

/** Returns a number from 0 to 1: one minus the share of characters that have to change. */
function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  const shortest = Math.min(a.length, b.length);
  if (longest > maxLength || shortest * 2 < longest) return 0;
  return 1 - distance(a, b) / longest;
}

/** Returns the Levenshtein distance: the number of characters to insert, remove or change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, at(row, j) + 1, at(next, j - 1) + 1));
    }
    row = next;
  }
  return at(row, b.length);
}
