/** A name this alike or more is offered; 1 is equal, 0 has nothing in common. */
const minLikeness = 0.5;

/** Takes a name that is not known and those that are; gives the known ones that may have been meant, the likeliest first. */
export function suggest(name: string, known: readonly string[]): readonly string[] {
  return known
    .map((candidate) => ({ candidate, likeness: likenessOf(name, candidate) }))
    .filter(({ likeness }) => likeness > minLikeness)
    .sort((a, b) => b.likeness - a.likeness || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
}

function likenessOf(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return Math.abs(a.length - b.length) > longest / 2 ? 0 : 1 - distance(a, b) / longest;
}

/** The number of letters to insert, delete or exchange to come from one word to the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const exchanged = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
