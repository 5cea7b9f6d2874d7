/**
 * Divides items into at most so many parts of about the same weight: the heaviest first, each to the part that is
 * lightest so far. No part is empty; items keep their order within a part.
 */
export function inParts<Item>(
  items: readonly Item[],
  count: number,
  weightOf: (item: Item) => number,
): readonly (readonly Item[])[] {
  const parts = Array.from({ length: count }, () => ({ weight: 0, places: [] as number[] }));
  const order = items
    .map((item, at) => ({ at, weight: weightOf(item) }))
    .toSorted((a, b) => b.weight - a.weight);
  for (const { at, weight } of order) {
    const lightest = parts.reduce((best, part) => (part.weight < best.weight ? part : best));
    lightest.weight += weight;
    lightest.places.push(at);
  }
  return parts
    .filter(({ places }) => places.length > 0)
    .map(({ places }) => {
      const wanted = new Set(places);
      return items.filter((_, at) => wanted.has(at));
    });
}
