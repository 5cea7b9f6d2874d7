import type { NumericValues } from '../../store/segment.ts';
import type { Block, Scalar } from '../block.ts';
import { countAt, nullBlock, valueAt } from '../block.ts';
import type { ValueType } from '../column-type.ts';
import { isString } from '../column-type.ts';

/** Builds a block row by row. */
export class BlockBuilder {
  readonly #isText: boolean;
  readonly #isNull: boolean;
  readonly #values: Scalar[] = [];
  #starts: number[] | undefined;
  #rows = 0;
  #hasBigint = false;

  constructor(type: ValueType) {
    this.#isText = isString(type) || type === 'ip' || type === 'version';
    this.#isNull = type === 'null' || type === 'unsupported';
  }

  get rows(): number {
    return this.#rows;
  }

  /** Adds a row with one value. */
  add(value: Scalar): void {
    this.#starts?.push(this.#values.length + 1);
    this.#push(value);
    this.#rows++;
  }

  addNull(): void {
    this.addAll([]);
  }

  /** Adds a row with these values; an empty list adds a null. */
  addAll(values: readonly Scalar[]): void {
    const [first] = values;
    if (values.length === 1 && first !== undefined) return this.add(first);
    this.#starts ??= Array.from({ length: this.#rows + 1 }, (_, at) => at);
    for (const value of values) this.#push(value);
    this.#starts.push(this.#values.length);
    this.#rows++;
  }

  /** Adds a row of another block. */
  addRow(block: Block, row: number): void {
    const count = countAt(block, row);
    if (count === 1) return this.add(valueAt(block, row));
    this.addAll(Array.from({ length: count }, (_, nth) => valueAt(block, row, nth)));
  }

  finish(): Block {
    const rows = this.#rows;
    if (this.#isNull || (this.#values.length === 0 && rows > 0)) return nullBlock(rows);
    const starts = this.#starts === undefined ? undefined : Uint32Array.from(this.#starts);
    if (this.#isText) return { kind: 'string', rows, starts, values: this.#values.map(String) };
    return { kind: 'numeric', rows, starts, values: this.#numbers() };
  }

  #push(value: Scalar): void {
    if (typeof value === 'bigint') this.#hasBigint = true;
    this.#values.push(value);
  }

  #numbers(): NumericValues {
    if (this.#hasBigint) return bigintValues(this.#values);
    // `Float64Array.from` with a function takes several times as long.
    const numbers = new Float64Array(this.#values.length);
    for (let at = 0; at < numbers.length; at++) numbers[at] = Number(this.#values[at]);
    return numbers;
  }
}

/** Takes whole numbers, some of them bigint; returns them as an array of bigints, signed or unsigned as required. */
export function bigintValues(values: readonly Scalar[]): BigInt64Array | BigUint64Array {
  const bigints = values.map((value) => (typeof value === 'bigint' ? value : BigInt(value)));
  const isUnsigned = bigints.some((value) => value >= 2n ** 63n);
  return isUnsigned ? BigUint64Array.from(bigints) : BigInt64Array.from(bigints);
}
