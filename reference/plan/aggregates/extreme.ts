import type { Accumulator, AggregateInput } from '../aggregate.ts';
import type { Scalar } from '../block.ts';
import type { ColumnType } from '../column-type.ts';
import { comparerOf } from '../values.ts';
import {
  blockOfGroups,
  denseNumbers,
  forEachValue,
  operandAt,
  plain,
  startingRoom,
  withRoom,
} from './input.ts';

/** Which extreme is wanted: the least or the greatest value. */
export type End = 'min' | 'max';

/** The minimum or maximum of numbers, booleans or dates; null without values. */
export function numericExtreme(type: ColumnType, end: End): Accumulator {
  let bests: Float64Array = startingRoom(Number.NaN);
  const wholes = new Map<number, bigint>();
  const addNumber = (group: number, value: number): void => {
    const best = bests[group]!;
    // NaN marks a group without a value: every comparison with it is false.
    if (end === 'min' ? !(value >= best) : !(value <= best)) bests[group] = value;
  };
  const addWhole = (group: number, value: bigint): void => {
    const best = wholes.get(group);
    if (best === undefined || (end === 'min' ? value < best : value > best)) {
      wholes.set(group, value);
    }
  };
  return {
    add(input) {
      bests = withRoom(bests, input.groupCount, Number.NaN);
      const block = operandAt(input, 0);
      const dense = denseNumbers(block, input);
      if (dense !== undefined) return addDense(bests, { end, values: dense, input });
      forEachValue(block, input, (group, value) => {
        if (typeof value === 'bigint') addWhole(group, value);
        else addNumber(group, Number(value));
      });
    },
    finish: (from, to) =>
      blockOfGroups(type, { from, to }, (group) => {
        const best = bests[group]!;
        const whole = wholes.get(group);
        if (Number.isNaN(best)) return whole === undefined ? undefined : plain(whole);
        if (whole === undefined) return best;
        return (end === 'min' ? best <= whole : best >= whole) ? best : plain(whole);
      }),
    bytes: () => bests.byteLength + wholes.size * 64,
  };
}

interface DenseValues {
  readonly end: End;
  readonly values: Float64Array;
  readonly input: AggregateInput;
}

function addDense(bests: Float64Array, { end, values, input }: DenseValues): void {
  const { count, groups } = input;
  if (end === 'min') {
    for (let at = 0; at < count; at++) {
      const group = groups[at]!;
      const value = values[at]!;
      if (!(value >= bests[group]!)) bests[group] = value;
    }
    return;
  }
  for (let at = 0; at < count; at++) {
    const group = groups[at]!;
    const value = values[at]!;
    if (!(value <= bests[group]!)) bests[group] = value;
  }
}

/** The minimum or maximum of strings, addresses or versions in their order; null without values. */
export function orderedExtreme(type: ColumnType, end: End): Accumulator {
  const compare = comparerOf(type);
  const sign = end === 'min' ? 1 : -1;
  const bests: (Scalar | undefined)[] = [];
  let bytes = 0;
  return {
    add(input) {
      forEachValue(operandAt(input, 0), input, (group, value) => {
        const best = bests[group];
        if (best === value) return;
        if (best !== undefined && compare(value, best) * sign >= 0) return;
        bests[group] = value;
        bytes += best === undefined ? 64 + String(value).length : 0;
      });
    },
    finish: (from, to) => blockOfGroups(type, { from, to }, (group) => bests[group]),
    bytes: () => bytes,
  };
}
