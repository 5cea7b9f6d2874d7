import type { BucketTable } from './buckets.ts';
import type { Collect } from './collector.ts';
import type { Ordinals } from './values.ts';

interface Counting {
  readonly table: BucketTable;
  readonly deeper: Collect;
}

/** Counts the documents of one segment by the numbers of their terms; each term is looked up once. */
export function ordinalCollect(
  { column, valueOf }: Ordinals,
  { table, deeper }: Counting,
): (doc: number) => void {
  const { starts, ordinals, terms } = column;
  const numbers = new Int32Array(terms.size).fill(-1);
  return (doc) => {
    const end = starts[doc + 1]!;
    for (let at = starts[doc]!; at < end; at++) {
      const ordinal = ordinals[at]!;
      let number = numbers[ordinal]!;
      if (number === -1) {
        number = table.numberOf(0, valueOf(ordinal));
        numbers[ordinal] = number;
      }
      table.count(number);
      deeper(doc, number);
    }
  };
}
