import { passTo } from './batch.ts';
import type { Collect } from './batch.ts';
import type { BucketTable } from './buckets.ts';
import type { Ordinals } from './values.ts';

interface Counting {
  readonly table: BucketTable;
  readonly deeper: Collect | undefined;
  /** Counts memory in bytes. */
  readonly reserve: (bytes: number) => void;
}

/** Maximum number of entries in the tables of one segment, but there is always a table for the first parent. */
const maxEntries = 2 ** 20;

/**
 * Counts the documents of one segment by the numbers of their terms: each term is looked up once for each bucket of the
 * parent, if there are not too many of them.
 */
export function ordinalCollect(
  { column, valueOf }: Ordinals,
  { table, deeper, reserve }: Counting,
): Collect {
  const { starts, ordinals, terms } = column;
  const maxTables = Math.max(1, Math.floor(maxEntries / terms.size));
  const tables: (Int32Array | undefined)[] = [];
  const passing = passTo(deeper);
  const createTable = (): Int32Array => {
    reserve(4 * terms.size);
    return new Int32Array(terms.size).fill(-1);
  };
  const look = (parent: number, ordinal: number, numbers: Int32Array | undefined): number => {
    const number = table.numberOf(parent, valueOf(ordinal));
    if (numbers !== undefined) numbers[ordinal] = number;
    return number;
  };
  return ({ docs, buckets, length }) => {
    for (let entry = 0; entry < length; entry++) {
      const doc = docs[entry]!;
      const parent = buckets[entry]!;
      const numbers = parent < maxTables ? (tables[parent] ??= createTable()) : undefined;
      const end = starts[doc + 1]!;
      for (let at = starts[doc]!; at < end; at++) {
        const ordinal = ordinals[at]!;
        const known = numbers === undefined ? -1 : numbers[ordinal]!;
        const number = known === -1 ? look(parent, ordinal, numbers) : known;
        table.count(number);
        passing?.add(doc, number);
      }
    }
    passing?.flush();
  };
}
