import { at } from '../../base/assert.ts';
import type { AggregateCall } from '../aggregate.ts';
import { findAggregate } from '../aggregates/resolve-aggregate.ts';
import type { Block, Scalar } from '../block.ts';
import { countAt, valueAt } from '../block.ts';
import { BlockBuilder } from '../blocks/block-builder.ts';
import { isWhole } from '../column-type.ts';

/** Takes the aggregates of a sample, and the ratio of all rows to the sample; returns estimates for all rows. */
export function scaleFigures(
  figures: readonly Block[],
  aggregates: readonly AggregateCall[],
  ratio: number,
): readonly Block[] {
  return figures.map((block, nth) => {
    const call = at(aggregates, nth);
    if (findAggregate(call.name)?.sampled !== 'scaled') return block;
    const builder = new BlockBuilder(call.type);
    for (let row = 0; row < block.rows; row++) {
      if (countAt(block, row) === 0) builder.addNull();
      else builder.add(scaled(valueAt(block, row), ratio, isWhole(call.type)));
    }
    return builder.finish();
  });
}

function scaled(value: Scalar, ratio: number, whole: boolean): Scalar {
  const size = Number(value) * ratio;
  if (!whole) return size;
  const rounded = Math.round(size);
  if (Number.isSafeInteger(rounded)) return rounded;
  return BigInt.asIntN(64, BigInt(rounded)) === BigInt(rounded) ? BigInt(rounded) : value;
}
