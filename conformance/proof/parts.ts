/**
 * Divides items into at most `count` parts of similar weight: assigns each item, heaviest first, to the lightest part.
 * No part is empty; items keep their order within a part.
 */
export function inParts<Item>(
  items: readonly Item[],
  count: number,
  weightOf: (item: Item) => number,
): readonly (readonly Item[])[] {
  const parts = Array.from({ length: count }, () => ({ weight: 0, indices: [] as number[] }));
  const order = items
    .map((item, at) => ({ at, weight: weightOf(item) }))
    .toSorted((a, b) => b.weight - a.weight);
  for (const { at, weight } of order) {
    const lightest = parts.reduce((best, part) => (part.weight < best.weight ? part : best));
    lightest.weight += weight;
    lightest.indices.push(at);
  }
  return parts
    .filter(({ indices }) => indices.length > 0)
    .map(({ indices }) => {
      const wanted = new Set(indices);
      return items.filter((_, at) => wanted.has(at));
    });
}
