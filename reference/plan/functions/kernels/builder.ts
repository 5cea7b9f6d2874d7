import type { Block, Scalar } from '../../block.ts';
import { BlockTooLarge, maxUnits, maxValues } from '../../blocks/block-too-large.ts';
import type { ValueType } from '../../column-type.ts';
import type { NumericValues } from '../../../store/segment.ts';

/** Builds a column row by row. */
export interface BlockBuilder {
  /** Adds a row with one value. */
  readonly one: (value: Scalar) => void;
  /** Adds a null. */
  readonly none: () => void;
  /** Adds a row with these values; an empty list adds a null. */
  readonly many: (values: readonly Scalar[]) => void;
  /** Returns the column; the builder must not be used afterwards. */
  readonly finish: () => Block;
}

/**
 * Returns a builder for a column of a type with this number of rows. The builder throws BlockTooLarge if the column
 * becomes too large.
 */
export function createBuilder(type: ValueType, rows: number): BlockBuilder {
  const sink = isTextual(type) ? stringSink() : numericSink(type, rows);
  let starts: Uint32Array | undefined;
  let row = 0;
  const close = (added: number): void => {
    if (starts === undefined && added !== 1) starts = countingFrom(row, rows);
    row++;
    if (starts !== undefined) starts[row] = sink.length();
  };
  return {
    one(value) {
      sink.push(value);
      close(1);
    },
    none: () => close(0),
    many(values) {
      if (sink.length() + values.length > Math.max(rows, maxValues)) {
        throw new BlockTooLarge('values', maxValues);
      }
      for (const value of values) sink.push(value);
      close(values.length);
    },
    finish: () => sink.finish(rows, starts),
  };
}

/** Returns whether values of a type are stored as strings. */
export function isTextual(type: ValueType): boolean {
  return type === 'keyword' || type === 'text' || type === 'ip' || type === 'version';
}

/** Returns the starts of a column in which each row before `row` has one value. */
function countingFrom(row: number, rows: number): Uint32Array {
  const starts = new Uint32Array(rows + 1);
  for (let at = 1; at <= row; at++) starts[at] = at;
  return starts;
}

interface Sink {
  readonly push: (value: Scalar) => void;
  readonly length: () => number;
  readonly finish: (rows: number, starts: Uint32Array | undefined) => Block;
}

function stringSink(): Sink {
  const values: string[] = [];
  let units = 0;
  return {
    push(value) {
      const text = typeof value === 'string' ? value : String(value);
      units += text.length;
      if (units > maxUnits) throw new BlockTooLarge('characters', maxUnits);
      values.push(text);
    },
    length: () => values.length,
    finish: (rows, starts) => ({ kind: 'string', rows, starts, values }),
  };
}

function numericSink(type: ValueType, rows: number): Sink {
  let numbers = new Float64Array(Math.max(rows, 1));
  let bigs: bigint[] | undefined = type === 'date_nanos' ? [] : undefined;
  let count = 0;
  return {
    push(value) {
      if (bigs === undefined && typeof value === 'bigint') {
        bigs = Array.from(numbers.subarray(0, count), (number) => BigInt(number));
      }
      if (bigs !== undefined) {
        bigs.push(BigInt(value));
        return;
      }
      if (count === numbers.length) {
        const grown = new Float64Array(count * 2);
        grown.set(numbers);
        numbers = grown;
      }
      numbers[count++] = Number(value);
    },
    length: () => bigs?.length ?? count,
    finish(rowCount, starts) {
      const values = bigs === undefined ? numbers.subarray(0, count) : bigArray(type, bigs);
      return { kind: 'numeric', rows: rowCount, starts, values };
    },
  };
}

function bigArray(type: ValueType, values: readonly bigint[]): NumericValues {
  return type === 'unsigned_long' ? BigUint64Array.from(values) : BigInt64Array.from(values);
}
