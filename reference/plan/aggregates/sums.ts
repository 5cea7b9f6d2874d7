import type { AggregateInput } from '../aggregate.ts';
import { denseNumbers, forEachNumber, operandAt, withRoom } from './input.ts';

/**
 * Sums and counts of doubles for each group. The rounding error is carried along, so that the order of the rows hardly
 * shows in the sum.
 */
export class Sums {
  #sums: Float64Array = new Float64Array();
  #errors: Float64Array = new Float64Array();
  #counts: Float64Array = new Float64Array();

  add(input: AggregateInput): void {
    this.#sums = withRoom(this.#sums, input.groupCount);
    this.#errors = withRoom(this.#errors, input.groupCount);
    this.#counts = withRoom(this.#counts, input.groupCount);
    const block = operandAt(input, 0);
    const dense = denseNumbers(block, input);
    if (dense !== undefined) return this.#addDense(dense, input);
    const [sums, errors, counts] = [this.#sums, this.#errors, this.#counts];
    forEachNumber(block, input, (group, value) => {
      const sum = sums[group] ?? 0;
      const next = sum + value;
      sums[group] = next;
      errors[group] = (errors[group] ?? 0) + lost(sum, value, next);
      counts[group] = (counts[group] ?? 0) + 1;
    });
  }

  #addDense(values: Float64Array, { count, groups, groupCount }: AggregateInput): void {
    const [sums, errors, counts] = [this.#sums, this.#errors, this.#counts];
    if (groupCount === 1) return this.#addToOne(values, count);
    for (let at = 0; at < count; at++) {
      const group = groups[at] ?? 0;
      const value = values[at] ?? 0;
      const sum = sums[group] ?? 0;
      const next = sum + value;
      sums[group] = next;
      errors[group] = (errors[group] ?? 0) + lost(sum, value, next);
      counts[group] = (counts[group] ?? 0) + 1;
    }
  }

  #addToOne(values: Float64Array, count: number): void {
    let sum = this.#sums[0] ?? 0;
    let error = this.#errors[0] ?? 0;
    for (let at = 0; at < count; at++) {
      const value = values[at] ?? 0;
      const next = sum + value;
      error += lost(sum, value, next);
      sum = next;
    }
    this.#sums[0] = sum;
    this.#errors[0] = error;
    this.#counts[0] = (this.#counts[0] ?? 0) + count;
  }

  sum(group: number): number {
    return (this.#sums[group] ?? 0) + (this.#errors[group] ?? 0);
  }

  count(group: number): number {
    return this.#counts[group] ?? 0;
  }

  get bytes(): number {
    return this.#sums.byteLength * 3;
  }
}

/** What rounding took from a sum: the exact difference, for whichever of the two is larger. */
function lost(sum: number, value: number, next: number): number {
  const added = next - sum;
  return sum - (next - added) + (value - added);
}
