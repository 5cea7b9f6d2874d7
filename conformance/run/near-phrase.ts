/** The least likeness of a phrase that is suggested. */
const minLikeness = 0.5;

/** Returns `; did you mean "X"?` with the defined phrase that is most similar to a step; empty if none is similar. */
export function nearPhrase(step: string, phrases: Iterable<string>): string {
  const pairs = pairsOf(step);
  let [best, most] = ['', minLikeness];
  for (const phrase of phrases) {
    const found = likeness(pairs, pairsOf(phrase));
    if (found > most) [best, most] = [phrase, found];
  }
  return best === '' ? '' : `; did you mean "${best}"?`;
}

/** All pairs of neighbouring letters, without what stands in quotation marks or is a parameter. */
function pairsOf(text: string): ReadonlySet<string> {
  const words = text.replaceAll(/"[^"]*"|\{[^}]*\}/g, ' ').match(/\p{L}+/gu) ?? [];
  return new Set(
    words.flatMap((word) => Array.from(` ${word}`, (one, at) => one + (word[at] ?? ' '))),
  );
}

/** The Dice coefficient of two sets: 0 if they have nothing in common, 1 if they are equal. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((pair) => other.has(pair)).length;
  return common === 0 ? 0 : (2 * common) / (one.size + other.size);
}
