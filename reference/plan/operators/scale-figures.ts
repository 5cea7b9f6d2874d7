import type { AggregateCall } from '../aggregate.ts';
import { findAggregate } from '../aggregates/resolve-aggregate.ts';
import { isWhole } from '../column-type.ts';
import type { Cell, Cells } from '../page.ts';

/** Takes the aggregates of a sample, and the ratio of all rows to the sample; returns estimates for all rows. */
export function scaleFigures(
  figures: readonly Cells[],
  aggregates: readonly AggregateCall[],
  ratio: number,
): readonly Cells[] {
  return figures.map((cells, nth) => {
    const call = aggregates[nth];
    if (call === undefined || findAggregate(call.name)?.sampled !== 'scaled') return cells;
    return cells.map((cell) => scaled(cell, ratio, isWhole(call.type)));
  });
}

function scaled(cell: Cell, ratio: number, whole: boolean): Cell {
  if (cell === null) return null;
  const size = Number(cell) * ratio;
  if (!whole) return size;
  const rounded = Math.round(size);
  if (Number.isSafeInteger(rounded)) return rounded;
  return BigInt.asIntN(64, BigInt(rounded)) === BigInt(rounded) ? BigInt(rounded) : cell;
}
