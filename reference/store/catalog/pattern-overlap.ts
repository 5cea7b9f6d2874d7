/** Takes two patterns in which `*` stands for any characters; returns whether some name fits both. */
export function patternsOverlap(one: string, other: string): boolean {
  // reach[at] says whether the part of `one` read so far and the first `at` characters of `other` have a name in common.
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

/** Stars at the beginning may stand for nothing. */
function startOf(pattern: string): readonly boolean[] {
  const stars = pattern.length - pattern.replace(/^\*+/, '').length;
  return Array.from({ length: pattern.length + 1 }, (_, at) => at <= stars);
}
