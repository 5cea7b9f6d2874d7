import { at } from './assert.ts';

/** Maximum number of edits between a wrong name and the suggested one. */
const maxEdits = 4;

/** Returns `; did you mean X?` with the known name that is most similar to a wrong one; empty if no name is similar. */
export function nearest(wrong: string, known: Iterable<string>): string {
  let best: string | undefined;
  let minEdits = Math.min(maxEdits, Math.ceil(wrong.length / 2)) + 1;
  for (const name of known) {
    const edits = name.startsWith(wrong) ? 1 : distance(wrong, name);
    if (edits < minEdits) [best, minEdits] = [name, edits];
  }
  return best === undefined ? '' : `; did you mean ${best}?`;
}

/** The number of insertions, deletions and replacements between two texts. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, left] of one.split('').entries()) {
    const next = [i + 1];
    for (const [j, right] of other.split('').entries()) {
      const replaced = at(row, j) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, at(row, j + 1) + 1, at(next, j) + 1));
    }
    row = next;
  }
  return at(row, other.length);
}
