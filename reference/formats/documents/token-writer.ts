import type { JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Chunk } from '../table-document.ts';

/**
 * Takes a document token by token and returns it piece by piece. Sizes are passed in advance: CBOR needs them. The
 * writers trust their caller to name as many members and elements as it said.
 */
export interface TokenWriter {
  beginObject(members: number): void;
  name(name: string): void;
  endObject(): void;
  beginArray(elements: number): void;
  endArray(): void;
  text(value: string): void;
  /** An integer of up to 64 bits, signed or not. */
  whole(value: number | bigint): void;
  /** A finite number that stays a double also if it has no fraction. */
  double(value: number): void;
  boolean(value: boolean): void;
  nothing(): void;
  /** How much has been written and not been taken: characters or bytes. */
  pending(): number;
  /** Returns what has been written and not been taken. */
  take(): Chunk;
}

/** Writes a value as JSON knows it. */
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
