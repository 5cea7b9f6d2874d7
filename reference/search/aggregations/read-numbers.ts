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
  const numberAt =
    stored instanceof Float64Array
      ? (at: number) => stored[at]!
      : (at: number) => Math.floor(Number(stored[at]!) / divisor);
  const docs = new Uint32Array(stride);
  const buckets = new Uint32Array(stride);
  const values = new Float64Array(stride);
  return (batch, take) => {
    let length = 0;
    const add = (value: number, entry: number): void => {
      values[length] = value;
      docs[length] = batch.docs[entry]!;
      buckets[length] = batch.buckets[entry]!;
      if (++length < stride) return;
      take({ docs, buckets, values, length });
      length = 0;
    };
    for (let entry = 0; entry < batch.length; entry++) {
      const doc = batch.docs[entry]!;
      const end = starts[doc + 1]!;
      let at = starts[doc]!;
      if (at === end && substitute !== undefined) add(substitute, entry);
      for (; at < end; at++) add(numberAt(at), entry);
    }
    take({ docs, buckets, values, length });
  };
}
