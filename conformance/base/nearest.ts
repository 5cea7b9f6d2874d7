/** At most this many edits apart is worth a hint. */
const farthest = 4;

/** `; did you mean X?` for the known name that is nearest to a wrong one, or nothing where none is near. */
export function nearest(wrong: string, known: Iterable<string>): string {
  let best: string | undefined;
  let fewest = Math.min(farthest, Math.ceil(wrong.length / 2)) + 1;
  for (const name of known) {
    const edits = name.startsWith(wrong) ? 1 : distance(wrong, name);
    if (edits < fewest) [best, fewest] = [name, edits];
  }
  return best === undefined ? '' : `; did you mean ${best}?`;
}

/** Insertions, deletions and replacements that lead from one text to the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, left] of one.split('').entries()) {
    const next = [i + 1];
    for (const [j, right] of other.split('').entries()) {
      const replaced = (row[j] ?? 0) + (left === right ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
