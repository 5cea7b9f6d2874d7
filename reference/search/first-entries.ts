/** Returns a negative number if the first argument comes before the second. */
type Compare<Entry> = (a: Entry, b: Entry) => number;

/** The first entries of all offered ones in some order. */
interface FirstEntries<Entry> {
  readonly offer: (entry: Entry) => void;
  /** The last of the first entries as far as known; whatever comes after it is not among them. */
  readonly last: () => Entry | undefined;
  /** Returns the first entries in order. */
  readonly sorted: () => readonly Entry[];
}

/** Number of entries beyond the limit that are kept until the list is sorted and cut. */
const slack = 32;

/** Keeps the first `limit` entries. */
export function firstEntries<Entry extends {}>(
  limit: number,
  compare: Compare<Entry>,
): FirstEntries<Entry> {
  const kept: Entry[] = [];
  let last: Entry | undefined;
  const cut = (): void => {
    kept.sort(compare);
    if (kept.length < limit) return;
    kept.length = limit;
    last = kept[limit - 1];
  };
  return {
    last: () => last,
    offer(entry) {
      if (limit === 0 || (last !== undefined && compare(entry, last) >= 0)) return;
      kept.push(entry);
      if (kept.length >= 2 * limit + slack) cut();
    },
    sorted() {
      cut();
      return [...kept];
    },
  };
}
