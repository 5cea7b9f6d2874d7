import type { Accumulator, AggregateInput } from '../aggregate.ts';
import type { Block } from '../block.ts';
import { countAt } from '../block.ts';
import { blockOfGroups, operandAt, startingRoom, withRoom } from './input.ts';

/** Counts rows (`count(*)`), or the values of its operand. */
export function countAccumulator(ofValues: boolean): Accumulator {
  let counts: Float64Array = startingRoom();
  return {
    add(input) {
      counts = withRoom(counts, input.groupCount);
      if (ofValues) addValues(counts, operandAt(input, 0), input);
      else addRows(counts, input);
    },
    finish: (from, to) => blockOfGroups('long', { from, to }, (group) => counts[group]!),
    bytes: () => counts.byteLength,
  };
}

function addRows(counts: Float64Array, { count, groups }: AggregateInput): void {
  for (let at = 0; at < count; at++) {
    const group = groups[at]!;
    counts[group] = counts[group]! + 1;
  }
}

function addValues(counts: Float64Array, block: Block, input: AggregateInput): void {
  if (block.kind !== 'constant' && block.starts === undefined) return addRows(counts, input);
  const { count, groups, rows } = input;
  for (let at = 0; at < count; at++) {
    const group = groups[at]!;
    const row = rows === undefined ? at : rows[at]!;
    counts[group] = counts[group]! + countAt(block, row);
  }
}
