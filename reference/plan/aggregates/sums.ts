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
    this.#sums = withRoom(this.#sums, input.group_count);
    this.#errors = withRoom(this.#errors, input.group_count);
    this.#counts = withRoom(this.#counts, input.group_count);
    const block = operandAt(input, 0);
    const dense = denseNumbers(block, input);
    if (dense !== undefined) return this.#addDense(dense, input);
    const [sums, errors, counts] = [this.#sums, this.#errors, this.#counts];
    forEachNumber(block, input, (group, value) => {
      const sum = sums[group] ?? 0;
      const corrected = value - (errors[group] ?? 0);
      const next = sum + corrected;
      errors[group] = next - sum - corrected;
      sums[group] = next;
      counts[group] = (counts[group] ?? 0) + 1;
    });
  }

  #addDense(values: Float64Array, { count, groups }: AggregateInput): void {
    const [sums, errors, counts] = [this.#sums, this.#errors, this.#counts];
    for (let at = 0; at < count; at++) {
      const group = groups[at] ?? 0;
      const sum = sums[group] ?? 0;
      const corrected = (values[at] ?? 0) - (errors[group] ?? 0);
      const next = sum + corrected;
      errors[group] = next - sum - corrected;
      sums[group] = next;
      counts[group] = (counts[group] ?? 0) + 1;
    }
  }

  sum(group: number): number {
    return this.#sums[group] ?? 0;
  }

  count(group: number): number {
    return this.#counts[group] ?? 0;
  }

  get bytes(): number {
    return this.#sums.byteLength * 3;
  }
}
