import type { Accumulator, AggregateInput } from '../aggregate.ts';
import type { Evaluation } from '../expression.ts';
import type { SourceLocation } from '../syntax.ts';
import {
  blockOfGroups,
  denseNumbers,
  forEachValue,
  operandAt,
  startingRoom,
  withRoom,
} from './input.ts';
import { Sums } from './sums.ts';

/** The sum of doubles; null without values or if the sum is not finite. */
export function doubleSum(): Accumulator {
  const sums = new Sums();
  return {
    add: (input) => sums.add(input),
    finish: (from, to) =>
      blockOfGroups('double', { from, to }, (group) =>
        sums.count(group) === 0 || !Number.isFinite(sums.sum(group)) ? undefined : sums.sum(group),
      ),
    bytes: () => sums.bytes,
  };
}

/** The mean of numbers; null without values. */
export function average(): Accumulator {
  const sums = new Sums();
  return {
    add: (input) => sums.add(input),
    finish: (from, to) =>
      blockOfGroups('double', { from, to }, (group) => {
        const count = sums.count(group);
        const mean = sums.sum(group) / count;
        return count === 0 || !Number.isFinite(mean) ? undefined : mean;
      }),
    bytes: () => sums.bytes,
  };
}

/** The type of a sum, and where to report an overflow. */
export interface WholeSumOptions {
  readonly type: 'long' | 'unsigned_long';
  readonly place: SourceLocation;
  readonly evaluation: Evaluation;
}

/** The exact sum of whole numbers; null without values, and null with a warning if it overflows the type. */
export function wholeSum({ type, place, evaluation }: WholeSumOptions): Accumulator {
  const sums = new WholeSums();
  const [least, greatest] = type === 'long' ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n];
  const valueOf = (group: number): number | bigint | undefined => {
    const total = sums.total(group);
    if (typeof total !== 'bigint' || (total >= least && total <= greatest)) return total;
    evaluation.warn(place, { type: 'java.lang.ArithmeticException', reason: `${type} overflow` });
    return undefined;
  };
  return {
    add: (input) => sums.add(input),
    finish: (from, to) => blockOfGroups(type, { from, to }, valueOf),
    bytes: () => sums.bytes,
  };
}

/** Exact sums: a double while it is a safe integer, then a bigint. */
class WholeSums {
  #low: Float64Array = startingRoom();
  #seen: Float64Array = startingRoom();
  readonly #high = new Map<number, bigint>();

  add(input: AggregateInput): void {
    this.#low = withRoom(this.#low, input.groupCount);
    this.#seen = withRoom(this.#seen, input.groupCount);
    const block = operandAt(input, 0);
    const dense = denseNumbers(block, input);
    if (dense !== undefined) return this.#addDense(dense, input);
    forEachValue(block, input, (group, value) => {
      this.#seen[group] = 1;
      if (typeof value === 'bigint') this.#carry(group, value);
      else this.#addNumber(group, Number(value));
    });
  }

  /** Returns the sum of a group; undefined if nothing was added. */
  total(group: number): number | bigint | undefined {
    if (this.#seen[group] !== 1) return undefined;
    const low = this.#low[group]!;
    const high = this.#high.get(group);
    if (high === undefined) return low;
    const total = high + BigInt(low);
    return Number.isSafeInteger(Number(total)) ? Number(total) : total;
  }

  get bytes(): number {
    return this.#low.byteLength * 2 + this.#high.size * 64;
  }

  #addDense(values: Float64Array, { count, groups }: AggregateInput): void {
    const [low, seen] = [this.#low, this.#seen];
    for (let at = 0; at < count; at++) {
      const group = groups[at]!;
      const next = low[group]! + values[at]!;
      seen[group] = 1;
      if (next > Number.MAX_SAFE_INTEGER || next < Number.MIN_SAFE_INTEGER) {
        this.#carry(group, BigInt(values[at]!));
      } else low[group] = next;
    }
  }

  #addNumber(group: number, value: number): void {
    const next = this.#low[group]! + value;
    if (Number.isSafeInteger(next)) this.#low[group] = next;
    else this.#carry(group, BigInt(value));
  }

  #carry(group: number, value: bigint): void {
    const low = BigInt(this.#low[group]!);
    this.#low[group] = 0;
    this.#high.set(group, (this.#high.get(group) ?? 0n) + low + value);
  }
}
