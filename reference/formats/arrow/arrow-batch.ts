import { at } from '../../base/assert.ts';
import type { DataType } from '@uwdata/flechette';
import { Batch } from '@uwdata/flechette';
import type { Cells, Scalar } from '../../plan/page.ts';
import { valuesOf } from '../../plan/page.ts';
import type { ColumnType } from '../../plan/column-type.ts';
import { isDate } from '../../plan/column-type.ts';
import { textOf } from '../../plan/values.ts';
import { singleType } from './arrow-types.ts';

/** The parts of a batch that contain its values. */
type Buffers = Pick<ConstructorParameters<typeof Batch>[0], 'values' | 'offsets'>;

/** The values of a batch, one per row; undefined is null. */
type Entries = readonly (Scalar | undefined)[];

const noBits = new Uint8Array(0);

/** Converts cells with at most one value each to a batch of an Arrow column. */
export function singleBatch(cells: Cells, type: ColumnType): Batch<unknown> {
  return batchOf(
    cells.map((cell) => valuesOf(cell)[0]),
    type,
  );
}

/** Converts cells to a batch of lists, in which a row without values is null. */
export function listBatch(cells: Cells, type: ColumnType, dataType: DataType): Batch<unknown> {
  const offsets = new Int32Array(cells.length + 1);
  for (const [row, cell] of cells.entries()) {
    offsets[row + 1] = at(offsets, row) + valuesOf(cell).length;
  }
  const validity = validityOf(cells.map((cell) => cell !== null));
  const children = [batchOf(cells.flatMap(valuesOf), type)];
  return new Batch({ ...validity, length: cells.length, type: dataType, offsets, children });
}

function batchOf(entries: Entries, type: ColumnType): Batch<unknown> {
  const dataType = singleType(type);
  const length = entries.length;
  if (type === 'null' || type === 'unsupported') {
    return new Batch({ length, nullCount: length, type: dataType });
  }
  const validity = validityOf(entries.map((entry) => entry !== undefined));
  return new Batch({ ...validity, length, type: dataType, ...buffersOf(entries, type) });
}

function validityOf(present: readonly boolean[]): {
  readonly validity: Uint8Array;
  readonly nullCount: number;
} {
  const nullCount = present.filter((isPresent) => !isPresent).length;
  return { nullCount, validity: nullCount === 0 ? noBits : bits(present) };
}

function bits(flags: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(flags.length / 8));
  for (const [index, flag] of flags.entries()) {
    if (flag) bytes[index >> 3] = at(bytes, index >> 3) | (1 << (index & 7));
  }
  return bytes;
}

function buffersOf(entries: Entries, type: ColumnType): Buffers {
  if (type === 'boolean') return { values: bits(entries.map((entry) => Number(entry ?? 0) !== 0)) };
  if (type === 'integer')
    return { values: Int32Array.from(entries, (entry) => Number(entry ?? 0)) };
  if (type === 'double')
    return { values: Float64Array.from(entries, (entry) => Number(entry ?? 0)) };
  if (type === 'unsigned_long') {
    return { values: BigUint64Array.from(entries, (entry) => BigInt(entry ?? 0)) };
  }
  return type === 'long' || isDate(type)
    ? { values: BigInt64Array.from(entries, (entry) => BigInt(entry ?? 0)) }
    : textBuffers(entries, type);
}

function textBuffers(entries: Entries, type: ColumnType): Buffers {
  const texts = entries.map((entry) =>
    entry === undefined ? '' : textOf(entry, type, { zone: 'UTC' }),
  );
  const offsets = new Int32Array(texts.length + 1);
  let end = 0;
  for (const [at, text] of texts.entries()) {
    end += Buffer.byteLength(text);
    offsets[at + 1] = end;
  }
  return { offsets, values: Buffer.from(texts.join('')) };
}
