import { at } from '../../base/assert.ts';
import type { Block, OrdinalBlock, Scalar, Terms } from '../block.ts';
import { countAt, valueAt } from '../block.ts';
import { BlockBuilder } from '../blocks/block-builder.ts';
import type { ColumnType } from '../column-type.ts';
import { plain } from '../aggregates/input.ts';
import { mapKey } from '../map-key.ts';
import { NumberTable } from './number-table.ts';

/** Marks a row with several values among the numbers of a page. */
export const several = 0xffffffff;

const unknown = -1;

/** Numbers the values of one key 0, 1, 2 … in order of appearance; null counts as a value. */
export class KeyNumbers {
  readonly #type: ColumnType;
  readonly #numbers = new NumberTable();
  /** Strings, large integers and null, in order of appearance. */
  readonly #texts: (string | bigint | undefined)[] = [];
  /** Position of the value of each key: 2n for entry n of the table of numbers, 2n + 1 for entry n of the texts. */
  readonly #places: number[] = [];
  /** The key number for each entry of the table of numbers. */
  readonly #ofNumber: number[] = [];
  readonly #others = new Map<string | bigint, number>();
  /** The last dictionaries, with the key number of each of their terms. */
  readonly #terms = new Map<Terms, Int32Array>();
  #null: number | undefined;
  #page: Uint32Array = new Uint32Array();
  #bytes = 0;

  constructor(type: ColumnType) {
    this.#type = type;
  }

  get size(): number {
    return this.#places.length;
  }

  get bytes(): number {
    return this.#bytes + this.#places.length * 8 + this.#numbers.bytes;
  }

  /** Returns the number of the value of each row, `several` if it has more than one; valid until the next call. */
  ofRows(block: Block): Uint32Array {
    if (this.#page.length < block.rows) this.#page = new Uint32Array(block.rows * 2);
    const numbers = this.#page.subarray(0, block.rows);
    if (block.kind === 'constant') {
      return numbers.fill(block.values.length > 1 ? several : this.#ofFirst(block.values[0]));
    }
    if (block.starts !== undefined) {
      for (let row = 0; row < block.rows; row++) numbers[row] = this.#ofRow(block, row);
    } else if (block.kind === 'ordinal') this.#ofOrdinals(block, numbers);
    else if (block.kind === 'numeric' && block.values instanceof Float64Array) {
      const { values } = block;
      for (let row = 0; row < values.length; row++) numbers[row] = this.#ofDouble(values[row]!);
    } else {
      for (let row = 0; row < block.rows; row++) numbers[row] = this.#ofFirst(valueAt(block, row));
    }
    return numbers;
  }

  /** Returns the distinct numbers of the values of a row. */
  ofValues(block: Block, row: number): readonly number[] {
    const count = countAt(block, row);
    if (count === 0) return [this.#ofFirst(undefined)];
    const numbers = Array.from({ length: count }, (_, nth) =>
      this.#ofFirst(valueAt(block, row, nth)),
    );
    return [...new Set(numbers)];
  }

  /** Returns the values with these numbers as a column. */
  toBlock(numbers: Iterable<number>): Block {
    const builder = new BlockBuilder(this.#type);
    for (const number of numbers) {
      const value = this.#valueOf(number);
      if (value === undefined) builder.addNull();
      else builder.add(value);
    }
    return builder.finish();
  }

  #ofRow(block: Block, row: number): number {
    const count = countAt(block, row);
    if (count > 1) return several;
    return this.#ofFirst(count === 0 ? undefined : valueAt(block, row));
  }

  #ofFirst(value: Scalar | undefined): number {
    if (value === undefined) return (this.#null ??= this.#addText(undefined));
    const key = plain(value);
    return typeof key === 'number' ? this.#ofDouble(key) : this.#ofOther(key);
  }

  #ofDouble(value: number): number {
    const number = this.#numbers.numberOf(value);
    if (number < this.#ofNumber.length) return at(this.#ofNumber, number);
    const added = this.#places.length;
    this.#places.push(number * 2);
    this.#ofNumber.push(added);
    return added;
  }

  #valueOf(key: number): Scalar | undefined {
    const place = at(this.#places, key);
    return place % 2 === 0 ? this.#numbers.at(place / 2) : this.#texts[(place - 1) / 2];
  }

  #addText(text: string | bigint | undefined): number {
    const added = this.#places.length;
    this.#places.push(this.#texts.length * 2 + 1);
    this.#texts.push(text);
    return added;
  }

  #ofOther(value: string | bigint): number {
    const key = mapKey(value);
    const known = this.#others.get(key);
    if (known !== undefined) return known;
    const added = this.#addText(value);
    this.#others.set(key, added);
    this.#bytes += 64 + (typeof value === 'string' ? value.length : 8);
    return added;
  }

  #ofOrdinals({ ordinals, terms }: OrdinalBlock, numbers: Uint32Array): void {
    const map = this.#mapOf(terms);
    for (let row = 0; ; row++) {
      row = translate({ ordinals, map, numbers }, row);
      if (row === numbers.length) return;
      const ordinal = ordinals[row]!;
      const number = this.#ofOther(terms.at(ordinal));
      map[ordinal] = number;
      numbers[row] = number;
    }
  }

  /** The pages of one segment are consecutive: a small cache is enough. */
  #mapOf(terms: Terms): Int32Array {
    const known = this.#terms.get(terms);
    if (known !== undefined) return known;
    if (this.#terms.size >= 4) this.#terms.clear();
    const map = new Int32Array(terms.size).fill(unknown);
    this.#terms.set(terms, map);
    return map;
  }
}

interface Translation {
  readonly ordinals: Uint32Array;
  readonly map: Int32Array;
  readonly numbers: Uint32Array;
}

/** Sets the numbers of known terms from row `from`; returns the first row with an unknown term, or the row count. */
function translate({ ordinals, map, numbers }: Translation, from: number): number {
  for (let row = from; row < numbers.length; row++) {
    const number = map[ordinals[row]!]!;
    if (number < 0) return row;
    numbers[row] = number;
  }
  return numbers.length;
}
