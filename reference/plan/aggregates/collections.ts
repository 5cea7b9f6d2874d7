import { at } from '../../base/assert.ts';
import type { Accumulator } from '../aggregate.ts';
import type { Block, Scalar } from '../block.ts';
import { countAt, valueAt } from '../block.ts';
import { BlockBuilder } from '../blocks/block-builder.ts';
import type { ColumnType } from '../column-type.ts';
import { mapKey } from '../map-key.ts';
import { comparerOf } from '../values.ts';
import { forEachValue, operandAt, plain } from './input.ts';

/** All distinct values as one multi-value, in the order in which they appeared; null without values. */
export function valuesAccumulator(type: ColumnType): Accumulator {
  const groups: (Map<Scalar, Scalar> | undefined)[] = [];
  let bytes = 0;
  return {
    add(input) {
      forEachValue(operandAt(input, 0), input, (group, value) => {
        const seen = (groups[group] ??= new Map());
        const before = seen.size;
        const known = plain(value);
        seen.set(mapKey(known), known);
        if (seen.size > before) bytes += typeof value === 'string' ? 48 + value.length : 40;
      });
    },
    finish: (from, to) =>
      listsOf(type, { from, to }, (group) => [...(groups[group]?.values() ?? [])]),
    bytes: () => bytes + groups.length * 64,
  };
}

/** The type of the values, their maximum number and their order. */
export interface TopOptions {
  readonly type: ColumnType;
  readonly limit: number;
  readonly descending: boolean;
}

/** The first values in an order as one multi-value, duplicates included; null without values. */
export function topAccumulator({ type, limit, descending }: TopOptions): Accumulator {
  const compare = comparerOf(type);
  const sign = descending ? -1 : 1;
  const groups: (Scalar[] | undefined)[] = [];
  let kept = 0;
  return {
    add(input) {
      forEachValue(operandAt(input, 0), input, (group, value) => {
        const top = (groups[group] ??= []);
        const last = top.at(-1);
        const isFull = top.length >= limit;
        if (isFull && last !== undefined && compare(value, last) * sign >= 0) return;
        insert(top, value, (a, b) => compare(a, b) * sign);
        if (isFull) top.pop();
        else kept++;
      });
    },
    finish: (from, to) => listsOf(type, { from, to }, (group) => groups[group]?.map(plain) ?? []),
    bytes: () => kept * 40 + groups.length * 64,
  };
}

function insert(sorted: Scalar[], value: Scalar, compare: (a: Scalar, b: Scalar) => number): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(at(sorted, middle), value) <= 0) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, value);
}

/** The value of the first or last row in the order of another column (second operand); null without values. */
export function edgeAccumulator(
  types: { readonly value: ColumnType; readonly by: ColumnType },
  edge: 'first' | 'last',
): Accumulator {
  const compare = comparerOf(types.by);
  const kept: ({ readonly by: Scalar; readonly value: readonly Scalar[] } | undefined)[] = [];
  return {
    add(input) {
      const [values, order] = [operandAt(input, 0), operandAt(input, 1)];
      for (let index = 0; index < input.count; index++) {
        const row = input.rows === undefined ? index : at(input.rows, index);
        const group = at(input.groups, index);
        if (countAt(values, row) === 0 || countAt(order, row) === 0) continue;
        const by = edgeValue(order, row, (a, b) => compare(a, b) * (edge === 'first' ? 1 : -1));
        const known = kept[group];
        const difference = known === undefined ? -1 : compare(by, known.by);
        const isBetter =
          known === undefined || (edge === 'first' ? difference < 0 : difference > 0);
        if (isBetter) kept[group] = { by, value: valuesAt(values, row) };
      }
    },
    finish: (from, to) => listsOf(types.value, { from, to }, (group) => kept[group]?.value ?? []),
    bytes: () => kept.length * 160,
  };
}

/** Returns the value of a row that comes first in an order. */
function edgeValue(block: Block, row: number, compare: (a: Scalar, b: Scalar) => number): Scalar {
  let best = valueAt(block, row);
  for (let nth = 1; nth < countAt(block, row); nth++) {
    const value = valueAt(block, row, nth);
    if (compare(value, best) < 0) best = value;
  }
  return best;
}

function valuesAt(block: Block, row: number): readonly Scalar[] {
  return Array.from({ length: countAt(block, row) }, (_, nth) => plain(valueAt(block, row, nth)));
}

function listsOf(
  type: ColumnType,
  { from, to }: { readonly from: number; readonly to: number },
  valuesOf: (group: number) => readonly Scalar[],
): Block {
  const builder = new BlockBuilder(type);
  for (let group = from; group < to; group++) builder.addAll(valuesOf(group));
  return builder.finish();
}
