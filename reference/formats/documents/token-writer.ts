import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Chunk } from '../table-document.ts';

/**
 * Accepts a document token by token and returns it in chunks. The sizes of objects and arrays are passed in advance,
 * because CBOR needs them; writers do not check that the caller writes as many members and elements.
 */
export interface TokenWriter {
  beginObject(members: number): void;
  name(name: string): void;
  endObject(): void;
  beginArray(elements: number): void;
  endArray(): void;
  text(value: string): void;
  /** Writes an integer of up to 64 bits, signed or unsigned. */
  whole(value: number | bigint): void;
  /** Writes a finite number as a double, even if it has no fraction. */
  double(value: number): void;
  boolean(value: boolean): void;
  nothing(): void;
  /** Number of characters or bytes that have been written but not taken. */
  pending(): number;
  /** Returns the output that has been written but not taken. */
  take(): Chunk;
}

/** Writes a JSON value. */
export function writeValue(writer: TokenWriter, value: JsonValue | undefined): void {
  if (typeof value === 'string') writer.text(value);
  else if (typeof value === 'number') writeNumber(writer, value);
  else if (typeof value === 'bigint') writer.whole(value);
  else if (typeof value === 'boolean') writer.boolean(value);
  else if (isList(value)) {
    writer.beginArray(value.length);
    for (const element of value) writeValue(writer, element);
    writer.endArray();
  } else if (isJsonObject(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    writer.beginObject(members.length);
    for (const [name, member] of members) {
      writer.name(name);
      writeValue(writer, member);
    }
    writer.endObject();
  } else writer.nothing();
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function writeNumber(writer: TokenWriter, value: number): void {
  if (Number.isSafeInteger(value)) writer.whole(value);
  else writer.double(value);
}
