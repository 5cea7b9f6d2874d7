import type { JsonValue } from '../../base/json.ts';
import { stride } from '../../base/yielder.ts';
import type { LeafField } from '../../store/field-type.ts';
import type { NumericColumn } from '../../store/segment.ts';
import type { Batch } from './batch.ts';
import type { CollectScope } from './collector.ts';
import { columnName, missingValue } from './values.ts';

/** Numbers, each with its document and bucket. Entries from `length` on have no meaning. */
export interface Numbers extends Batch {
  readonly values: Float64Array;
  /** Whether no entry repeats the document and bucket of another. Then the lists of both may be those of the batch: never write to them. */
  readonly distinct: boolean;
}

/** Calls `take` with the values of some documents, as numbers; `take` must not keep the lists, but may change `values`. */
export type NumberReader = (batch: Batch, take: (numbers: Numbers) => void) => void;

/**
 * Returns the reader of the values of a numeric, boolean or date field in one segment, dates in milliseconds; documents
 * without a value have the value `missing`.
 */
export function readNumbers(
  field: LeafField | undefined,
  { segment }: CollectScope,
  missing: JsonValue | undefined,
): NumberReader {
  const substitute = missing === undefined ? undefined : Number(missingValue(field, missing));
  const column = field === undefined ? undefined : segment.column(columnName(field));
  const divisor = field?.type === 'date_nanos' ? 1e6 : 1;
  if (column?.kind !== 'numeric') {
    if (substitute === undefined) return () => undefined;
    const starts = new Uint32Array(segment.size + 1);
    return readSome({ starts, values: new Float64Array() }, { divisor, substitute });
  }
  const { values, dense } = column;
  return dense && values instanceof Float64Array
    ? readDense(values)
    : readSome(column, { divisor, substitute });
}

/** Reads a column with any number of values for each document. */
function readSome(
  { starts, values: stored }: Pick<NumericColumn, 'starts' | 'values'>,
  { divisor, substitute }: { readonly divisor: number; readonly substitute: number | undefined },
): NumberReader {
  const isPlain = stored instanceof Float64Array;
  const numberAt = (at: number): number => Math.floor(Number(stored[at]!) / divisor);
  const numbers = new NumberBatch();
  return (batch, take) => {
    for (let entry = 0; entry < batch.length; entry++) {
      const doc = batch.docs[entry]!;
      const bucket = batch.buckets[entry]!;
      const end = starts[doc + 1]!;
      let at = starts[doc]!;
      if (at === end && substitute !== undefined) numbers.add(substitute, doc, bucket);
      for (; at < end; at++) {
        // Not through the function: each number that it returns becomes an object.
        const value = isPlain ? (stored[at] as number) : numberAt(at);
        numbers.add(value, doc, bucket);
        if (numbers.length === stride) numbers.pass(take);
      }
      if (numbers.length === stride) numbers.pass(take);
    }
    numbers.pass(take);
  };
}

/** Reads a column with one value for each document. */
function readDense(stored: Float64Array): NumberReader {
  const values = new Float64Array(stride);
  return ({ docs, buckets, length }, take) => {
    for (let entry = 0; entry < length; entry++) values[entry] = stored[docs[entry]!]!;
    take({ values, docs, buckets, length, distinct: true });
  };
}

/** Numbers that are collected until there are enough to pass on. */
class NumberBatch implements Numbers {
  readonly distinct = false;
  readonly docs = new Uint32Array(stride);
  readonly buckets = new Uint32Array(stride);
  readonly values = new Float64Array(stride);
  length = 0;

  add(value: number, doc: number, bucket: number): void {
    this.values[this.length] = value;
    this.docs[this.length] = doc;
    this.buckets[this.length++] = bucket;
  }

  pass(take: (numbers: Numbers) => void): void {
    take(this);
    this.length = 0;
  }
}
