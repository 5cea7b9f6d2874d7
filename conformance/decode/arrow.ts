import { DataType, type Field, type Table as ArrowTable, tableFromIPC, Vector } from 'apache-arrow';
import { DecodeError } from './decode-error.ts';
import { plain } from './plain.ts';
import type { Table } from './table.ts';

const magicOfFiles = 'ARROW1';

/**
 * Reads a stream of the Arrow IPC format; points in time become texts with milliseconds. Throws DecodeError if it is
 * no such stream, or a file of that format.
 */
export function readArrow(bytes: Uint8Array): Table {
  if (Buffer.from(bytes.subarray(0, magicOfFiles.length)).toString('latin1') === magicOfFiles) {
    throw new DecodeError('this is a file of the Arrow IPC format, no stream');
  }
  const table = opened(bytes);
  const { fields } = table.schema;
  if (fields.length === 0) throw new DecodeError('the stream holds no schema with fields');
  const vectors = fields.map((_, at) => table.getChildAt(at));
  const rows = Array.from({ length: table.numRows }, (_, row) =>
    fields.map((field, at) => cellOf(field, vectors[at]?.get(row))),
  );
  return { columns: fields.map(({ name }) => ({ name })), rows, isText: false };
}

function opened(bytes: Uint8Array): ArrowTable {
  try {
    return tableFromIPC(bytes);
  } catch (error) {
    throw new DecodeError(error instanceof Error ? error.message : String(error));
  }
}

function cellOf({ type }: Pick<Field, 'type'>, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Vector) {
    const [items] = (type as DataType & { readonly children?: readonly Field[] }).children ?? [];
    return [...value].map((one: unknown) =>
      items === undefined ? plain(one) : cellOf(items, one),
    );
  }
  const isMoment = DataType.isTimestamp(type) || DataType.isDate(type);
  return isMoment ? new Date(Number(value)).toISOString() : plain(value);
}
