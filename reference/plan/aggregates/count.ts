import type { Accumulator, AggregateInput } from '../aggregate.ts';
import type { Block } from '../block.ts';
import { countAt } from '../block.ts';
import { blockOfGroups, operandAt, withRoom } from './input.ts';

/** Counts rows (`count(*)`), or the values of its operand. */
export function countAccumulator(ofValues: boolean): Accumulator {
  let counts: Float64Array = new Float64Array();
  return {
    add(input) {
      counts = withRoom(counts, input.groupCount);
      if (ofValues) addValues(counts, operandAt(input, 0), input);
      else addRows(counts, input);
    },
    finish: (from, to) => blockOfGroups('long', { from, to }, (group) => counts[group] ?? 0),
    bytes: () => counts.byteLength,
  };
}

function addRows(counts: Float64Array, { count, groups }: AggregateInput): void {
  for (let at = 0; at < count; at++) {
    const group = groups[at] ?? 0;
    counts[group] = (counts[group] ?? 0) + 1;
  }
}

function addValues(counts: Float64Array, block: Block, input: AggregateInput): void {
  if (block.kind !== 'constant' && block.starts === undefined) return addRows(counts, input);
  const { count, groups, rows } = input;
  for (let at = 0; at < count; at++) {
    const group = groups[at] ?? 0;
    const row = rows === undefined ? at : (rows[at] ?? 0);
    counts[group] = (counts[group] ?? 0) + countAt(block, row);
  }
}
