import type { NumericColumn } from '../../store/segment.ts';
import { bm25, inverseDocumentFrequency } from './bm25.ts';
import { docsInSpan } from './term-sets.ts';
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

function countsOf({ starts, values }: NumericColumn): FlagCounts {
  let [documents, without, having] = [0, 0, 0];
  for (let doc = 0; doc + 1 < starts.length; doc++) {
    const own = values.subarray(starts[doc], starts[doc + 1]);
    if (own.length === 0) continue;
    // The values of a document ascend.
    documents++;
    if (own[0] === 0) without++;
    if (own.at(-1) !== 0) having++;
  }
  return { documents, without, having };
}
