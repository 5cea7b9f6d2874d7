import type { DataType, Field } from 'apache-arrow';
import { arrow } from '../base/libraries.ts';
import { DecodeError, decoding } from './formats.ts';
import { plain } from './plain.ts';
import type { Table } from './table.ts';

const fileMagic = 'ARROW1';

/**
 * Reads a table in the Arrow IPC streaming format; timestamps and dates become ISO 8601 texts with milliseconds, with
 * the offset `Z` if the type names a time zone. Throws DecodeError if the bytes are not in this format, or are in the Arrow IPC file format.
 */
export function readArrow(bytes: Uint8Array): Table {
  if (Buffer.from(bytes.subarray(0, fileMagic.length)).toString('latin1') === fileMagic) {
    throw new DecodeError('the bytes are an Arrow IPC file, not a stream');
  }
  const table = decoding(() => arrow().tableFromIPC(bytes));
  const { fields } = table.schema;
  if (fields.length === 0) throw new DecodeError('the stream contains no schema with fields');
  const vectors = fields.map((_, at) => table.getChildAt(at));
  const rows = Array.from({ length: table.numRows }, (_, row) =>
    fields.map((field, at) => cellOf(field, vectors[at]?.get(row))),
  );
  return { columns: fields.map(({ name }) => ({ name })), rows, isText: false };
}

function cellOf({ type }: Pick<Field, 'type'>, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const { DataType: Types, Vector } = arrow();
  if (value instanceof Vector) {
    const [itemField] =
      (type as DataType & { readonly children?: readonly Field[] }).children ?? [];
    return [...value].map((item: unknown) =>
      itemField === undefined ? plain(item) : cellOf(itemField, item),
    );
  }
  const isMoment = Types.isTimestamp(type) || Types.isDate(type);
  if (!isMoment) return plain(value);
  const text = new Date(Number(value)).toISOString();
  return Types.isTimestamp(type) && type.timezone ? text : text.replace('Z', '');
}
