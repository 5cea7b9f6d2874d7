import type { AggregateInput } from '../aggregate.ts';
import { denseNumbers, forEachNumber, operandAt, startingRoom, withRoom } from './input.ts';

/**
 * Sums and counts of doubles for each group. The rounding error is summed separately (Neumaier), so that the order of
 * the rows hardly affects the result.
 */
export class Sums {
  #sums: Float64Array = startingRoom();
  #errors: Float64Array = startingRoom();
  #counts: Float64Array = startingRoom();

  add(input: AggregateInput): void {
    this.#sums = withRoom(this.#sums, input.groupCount);
    this.#errors = withRoom(this.#errors, input.groupCount);
    this.#counts = withRoom(this.#counts, input.groupCount);
    const block = operandAt(input, 0);
    const dense = denseNumbers(block, input);
    if (dense !== undefined) return this.#addDense(dense, input);
    const [sums, errors, counts] = [this.#sums, this.#errors, this.#counts];
    forEachNumber(block, input, (group, value) => {
      const sum = sums[group]!;
      const next = sum + value;
      sums[group] = next;
      errors[group] = errors[group]! + roundingError(sum, value, next);
      counts[group] = counts[group]! + 1;
    });
  }

  #addDense(values: Float64Array, { count, groups, groupCount }: AggregateInput): void {
    const [sums, errors, counts] = [this.#sums, this.#errors, this.#counts];
    if (groupCount === 1) return this.#addToOne(values, count);
    for (let at = 0; at < count; at++) {
      const group = groups[at]!;
      const value = values[at]!;
      const sum = sums[group]!;
      const next = sum + value;
      sums[group] = next;
      errors[group] = errors[group]! + roundingError(sum, value, next);
      counts[group] = counts[group]! + 1;
    }
  }

  #addToOne(values: Float64Array, count: number): void {
    let sum = this.#sums[0]!;
    let error = this.#errors[0]!;
    for (let at = 0; at < count; at++) {
      const value = values[at]!;
      const next = sum + value;
      error += roundingError(sum, value, next);
      sum = next;
    }
    this.#sums[0] = sum;
    this.#errors[0] = error;
    this.#counts[0] = this.#counts[0]! + count;
  }

  sum(group: number): number {
    return this.#sums[group]! + this.#errors[group]!;
  }

  count(group: number): number {
    return this.#counts[group]!;
  }

  get bytes(): number {
    return this.#sums.byteLength * 3;
  }
}

/** Returns the exact rounding error of `sum + value = next`, computed from the larger of the two addends. */
function roundingError(sum: number, value: number, next: number): number {
  const added = next - sum;
  return sum - (next - added) + (value - added);
}
