/** Returns a negative number if the first argument comes before the second. */
type Compare<Entry> = (a: Entry, b: Entry) => number;

/** Number of entries beyond the limit that are kept until the list is sorted and cut. */
const slack = 32;

/** Keeps the first `limit` entries. */
export function firstEntries<Entry extends {}>(limit: number, compare: Compare<Entry>) {
  const kept: Entry[] = [];
  let last: Entry | undefined;
  const cut = (): void => {
    kept.sort(compare);
    if (kept.length < limit) return;
    kept.length = limit;
    last = kept[limit - 1];
  };
  return {
    /** The last of the first entries as far as known; whatever comes after it is not among them. */
    last: (): Entry | undefined => last,
    offer(entry: Entry): void {
      if (limit === 0 || (last !== undefined && compare(entry, last) >= 0)) return;
      kept.push(entry);
      if (kept.length >= 2 * limit + slack) cut();
    },
    /** Returns the first entries in order. */
    sorted(): readonly Entry[] {
      cut();
      return [...kept];
    },
  };
}
