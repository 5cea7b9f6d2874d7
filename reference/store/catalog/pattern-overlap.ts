/** Takes two patterns with `*`; returns whether any name could match both. */
export function patternsOverlap(one: string, other: string): boolean {
  // reach[at]: some text matches both the part of `one` read so far and the first `at` characters of `other`.
  let reach = startOf(other);
  for (const character of one) {
    const next: boolean[] = [character === '*' && reach[0] === true];
    for (let at = 1; at <= other.length; at++) {
      const before = other[at - 1];
      next[at] =
        character === '*' || before === '*'
          ? next[at - 1] === true || reach[at] === true || reach[at - 1] === true
          : character === before && reach[at - 1] === true;
    }
    reach = next;
  }
  return reach[other.length] === true;
}

/** Returns the initial `reach`: leading stars can match the empty text. */
function startOf(pattern: string): readonly boolean[] {
  const stars = pattern.length - pattern.replace(/^\*+/, '').length;
  return Array.from({ length: pattern.length + 1 }, (_, at) => at <= stars);
}
