import type { ValueTexts } from './document-value.ts';
import { maxValue_bytes, writeValue } from './document-value.ts';

/**
 * The kinds of operations. Encoding: kind (1 byte), length of the key (1 byte), key, length of the value (4 bytes),
 * value.
 */
export const operationKinds = { put: 1, remove: 2, dropIndex: 3 } as const;

/** A decoded operation. */
export interface StoredOperation {
  readonly kind: number;
  readonly key: Buffer;
  readonly value: Buffer;
}

const firstSize = 16 * 1024;
const head_bytes = 6;

/** Collects encoded operations in one buffer, which can be transferred to the thread of the store. */
export class OperationBuffer {
  #bytes = Buffer.allocUnsafeSlow(firstSize);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  put(key: Uint8Array, value: ValueTexts | string | Uint8Array): void {
    const at = this.#begin(operationKinds.put, key, maxSizeOf(value));
    let end: number;
    if (typeof value === 'string') end = at + this.#bytes.write(value, at, 'utf8');
    else if (value instanceof Uint8Array) {
      this.#bytes.set(value, at);
      end = at + value.length;
    } else end = writeValue(this.#bytes, at, value);
    this.#bytes.writeUInt32BE(end - at, at - 4);
    this.#length = end;
  }

  remove(key: Uint8Array): void {
    this.#length = this.#begin(operationKinds.remove, key, 0);
  }

  /** Deletes the documents of the index with this number. */
  dropIndex(number: number): void {
    const key = Buffer.allocUnsafe(4);
    key.writeUInt32BE(number);
    this.#length = this.#begin(operationKinds.dropIndex, key, 0);
  }

  /** Returns a copy of the collected operations, and empties the buffer. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#length);
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    if (this.#bytes.length > firstSize) this.#bytes = Buffer.allocUnsafeSlow(firstSize);
    return bytes;
  }

  #begin(kind: number, key: Uint8Array, max_bytes: number): number {
    this.#reserve(this.#length + head_bytes + key.length + max_bytes);
    const start = this.#length;
    this.#bytes[start] = kind;
    this.#bytes[start + 1] = key.length;
    this.#bytes.set(key, start + 2);
    this.#bytes.writeUInt32BE(0, start + 2 + key.length);
    return start + head_bytes + key.length;
  }

  #reserve(needed: number): void {
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Decodes collected operations one by one. */
export function* readOperations(bytes: Uint8Array): Generator<StoredOperation, void, void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < buffer.length;) {
    const keyEnd = at + 2 + buffer.readUInt8(at + 1);
    const valueEnd = keyEnd + 4 + buffer.readUInt32BE(keyEnd);
    yield {
      kind: buffer.readUInt8(at),
      key: buffer.subarray(at + 2, keyEnd),
      value: buffer.subarray(keyEnd + 4, valueEnd),
    };
    at = valueEnd;
  }
}

function maxSizeOf(value: ValueTexts | string | Uint8Array): number {
  if (typeof value === 'string') return value.length * 3;
  return value instanceof Uint8Array ? value.length : maxValue_bytes(value);
}
