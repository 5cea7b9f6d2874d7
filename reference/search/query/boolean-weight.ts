import { at } from '../../base/assert.ts';
import type { NumericColumn } from '../../store/segment.ts';
import { bm25, inverseDocumentFrequency } from './bm25.ts';
import { docsInSpan, spanOfOrder } from './term-sets.ts';
import { noneWeight } from './term-weight.ts';
import type { ShardContext, Weight } from './weight.ts';
import { always, readersOf } from './weight.ts';

/** A value of a boolean field, 0 or 1, and its boost. */
export interface WeighedFlag {
  readonly field: string;
  readonly flag: number;
  readonly boost: number;
}

/** Returns the weight of one value of a boolean field: scored by its rarity in the shard, like a keyword. */
export function booleanWeight(context: ShardContext, { field, flag, boost }: WeighedFlag): Weight {
  const counts = readersOf(context).flatMap((reader) => {
    const column = reader.column(field);
    return column?.kind === 'numeric' ? [countsOf(column)] : [];
  });
  const sum = (select: (counts: FlagCounts) => number): number =>
    counts.reduce((total, one) => total + select(one), 0);
  const statistics = {
    documentCount: sum(({ documents }) => documents),
    totalLength: sum(({ without, having }) => without + having),
  };
  const frequency = sum(({ without, having }) => (flag === 1 ? having : without));
  const idf = inverseDocumentFrequency(frequency, statistics);
  const score = always(bm25({ boost, idf }, statistics)(1, 1));
  const bound = { value: flag, inclusive: true };
  return (scope) => {
    const column = scope.fields.column(field);
    if (column?.kind !== 'numeric') return noneWeight(scope);
    return { docs: docsInSpan(column, { lower: bound, upper: bound }, scope.size), score };
  };
}

/** Numbers of documents of a column: with any value, with false, and with true. */
interface FlagCounts {
  readonly documents: number;
  readonly without: number;
  readonly having: number;
}

/** The counts of the columns that were asked for; a column does not change. */
const known = new WeakMap<NumericColumn, FlagCounts>();

function countsOf(column: NumericColumn): FlagCounts {
  const counts = known.get(column) ?? count(column);
  known.set(column, counts);
  return counts;
}

function count(column: NumericColumn): FlagCounts {
  const { order, owners } = column;
  const bound = { value: 0, inclusive: true };
  const [, split] = spanOfOrder(column, { lower: undefined, upper: bound });
  const ownersOf = (part: Uint32Array): Set<number> =>
    new Set(Array.from(part, (place) => at(owners, place)));
  const without = ownersOf(order.subarray(0, split));
  const having = ownersOf(order.subarray(split));
  const both = [...having].filter((doc) => without.has(doc)).length;
  const documents = without.size + having.size - both;
  return { documents, without: without.size, having: having.size };
}
