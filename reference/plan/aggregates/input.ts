import { at } from '../../base/assert.ts';
import type { AggregateInput } from '../aggregate.ts';
import type { Block, Scalar } from '../block.ts';
import { valueAt } from '../block.ts';
import { BlockBuilder } from '../blocks/block-builder.ts';
import { denseDoubles } from '../blocks/dense.ts';
import { gatherNumbers } from '../blocks/gather.ts';
import type { ColumnType } from '../column-type.ts';

/** Returns the numbers of an operand, entry by entry, if each entry has exactly one and none is a bigint. */
export function denseNumbers(block: Block, { rows }: AggregateInput): Float64Array | undefined {
  const values = denseDoubles(block);
  if (values === undefined || rows === undefined) return values;
  const gathered = gatherNumbers(values, rows);
  return gathered instanceof Float64Array ? gathered : undefined;
}

/** Returns the operand at an index; throws if it is missing. */
export function operandAt({ operands }: AggregateInput, index: number): Block {
  return at(operands, index);
}

/** Calls `take` for every value of a row of an operand, with the group of the row. */
export function forEachValue(
  block: Block,
  { count, groups, rows }: AggregateInput,
  take: (group: number, value: Scalar) => void,
): void {
  for (let at = 0; at < count; at++) {
    const row = rows === undefined ? at : rows[at]!;
    const values = valueCount(block, row);
    for (let nth = 0; nth < values; nth++) take(groups[at]!, valueAt(block, row, nth));
  }
}

/** Like `forEachValue`, for numbers; a bigint becomes the nearest double. */
export function forEachNumber(
  block: Block,
  input: AggregateInput,
  take: (group: number, value: number) => void,
): void {
  const { groups, count } = input;
  const dense = denseNumbers(block, input);
  if (dense === undefined) {
    return forEachValue(block, input, (group, value) => take(group, Number(value)));
  }
  for (let at = 0; at < count; at++) take(groups[at]!, dense[at]!);
}

function valueCount(block: Block, row: number): number {
  if (block.kind === 'constant') return block.values.length;
  if (block.starts === undefined) return 1;
  return block.starts[row + 1]! - block.starts[row]!;
}

/** Returns an array with room for group 0, which exists even without rows: it is the result of a query without keys. */
export function startingRoom(fill = 0): Float64Array {
  return new Float64Array([fill]);
}

/** Returns the array, enlarged if necessary to at least `count` numbers; new entries are `fill`. */
export function withRoom(values: Float64Array, count: number, fill = 0): Float64Array {
  if (values.length >= count) return values;
  const larger = new Float64Array(Math.max(count, values.length * 2, 16));
  if (fill !== 0) larger.fill(fill, values.length);
  larger.set(values);
  return larger;
}

/** Returns one row for each group `from` … `to` - 1: its value, or null if the value is undefined. */
export function blockOfGroups(
  type: ColumnType,
  { from, to }: { readonly from: number; readonly to: number },
  valueOf: (group: number) => Scalar | undefined,
): Block {
  const builder = new BlockBuilder(type);
  for (let group = from; group < to; group++) {
    const value = valueOf(group);
    if (value === undefined) builder.addNull();
    else builder.add(value);
  }
  return builder.finish();
}

/** Turns a bigint that is a safe integer into a number, so that equal values are identical. */
export function plain(value: Scalar): Scalar {
  if (typeof value !== 'bigint') return value === 0 ? 0 : value;
  return value >= -safe && value <= safe ? Number(value) : value;
}

const safe = BigInt(Number.MAX_SAFE_INTEGER);
