/** Returns a negative number if the first argument comes before the second. */
type Compare<Entry> = (a: Entry, b: Entry) => number;

/** The least number of new entries after which the list is sorted and cut. */
const fewest = 32;

/** Keeps the first `limit` entries. */
export function firstEntries<Entry extends {}>(limit: number, compare: Compare<Entry>) {
  const kept: Entry[] = [];
  let ordered = 0;
  let last: Entry | undefined;
  // To sort a few entries behind many sorted ones takes hardly longer than to merge them.
  const most = Math.max(fewest, limit / 4);
  const cut = (): void => {
    kept.sort(compare);
    kept.length = Math.min(kept.length, limit);
    ordered = kept.length;
    if (ordered === limit) last = kept[limit - 1];
  };
  return {
    /** The last of the first entries as far as known; whatever comes after it is not among them. */
    last: (): Entry | undefined => last,
    offer(entry: Entry): void {
      if (limit === 0 || (last !== undefined && compare(entry, last) >= 0)) return;
      kept.push(entry);
      if (kept.length - ordered >= most) cut();
    },
    /** Returns the first entries in order. */
    sorted(): readonly Entry[] {
      cut();
      return [...kept];
    },
  };
}
