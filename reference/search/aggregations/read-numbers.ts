import type { JsonValue } from '../../base/json.ts';
import { stride } from '../../base/yielder.ts';
import type { LeafField } from '../../store/field-type.ts';
import type { Batch } from './batch.ts';
import type { CollectScope } from './collector.ts';
import { columnName, missingValue } from './values.ts';

/** Numbers, each with its document and bucket. Entries from `length` on have no meaning. */
export interface Numbers extends Batch {
  readonly values: Float64Array;
}

/** Calls `take` with the values of some documents, as numbers; `take` must not keep the lists. */
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
  const isNumeric = column?.kind === 'numeric';
  if (!isNumeric && substitute === undefined) return () => undefined;
  const starts = isNumeric ? column.starts : new Uint32Array(segment.size + 1);
  const stored = isNumeric ? column.values : new Float64Array();
  const divisor = field?.type === 'date_nanos' ? 1e6 : 1;
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

/** Numbers that are collected until there are enough to pass on. */
class NumberBatch implements Numbers {
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
