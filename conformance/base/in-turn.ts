/** Calls `run` for each item in order, `width` at the same time; returns the results in the order of the items. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  width: number,
  run: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const waiting = items.entries();
  const results: Result[] = [];
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await run(item, index);
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}
