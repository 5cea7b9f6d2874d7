/** The values of each key, each value once, in the order of the pairs. */
export function grouped<Key, Value>(
  pairs: readonly (readonly [Key, Value])[],
): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else if (!group.includes(value)) group.push(value);
  }
  return groups;
}
