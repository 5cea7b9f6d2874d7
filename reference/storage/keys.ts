import type { DocumentKey } from '../base/journal.ts';

/** A change of the store; `dropIndex` deletes the documents of the index with this number. */
export type StoreOperation =
  | { readonly kind: 'put'; readonly key: Buffer; readonly value: Buffer }
  | { readonly kind: 'remove'; readonly key: Buffer }
  | { readonly kind: 'dropIndex'; readonly index: number };

/** A stored key with its value. */
export interface StoreEntry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Collects operations for one commit. */
export class Operations {
  #list: StoreOperation[] = [];
  #bytes = 0;

  /** Size of the collected values in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  put(key: Buffer, value: Buffer): void {
    this.#list.push({ kind: 'put', key, value });
    this.#bytes += key.length + value.length;
  }

  remove(key: Buffer): void {
    this.#list.push({ kind: 'remove', key });
  }

  dropIndex(index: number): void {
    this.#list.push({ kind: 'dropIndex', index });
  }

  /** Returns the collected operations, and begins an empty collection. */
  take(): readonly StoreOperation[] {
    const list = this.#list;
    this.#list = [];
    this.#bytes = 0;
    return list;
  }
}

/** The first byte of a key, by the kind of its entry. The store is read in this order. */
export const keyKinds = { format: 0, record: 1, document: 2, sequence: 3 } as const;

/** A document key with the number of the index instead of its uuid. */
export interface NumberedKey extends Omit<DocumentKey, 'index'> {
  readonly index: number;
}

const sequence_bytes = 6;

/** The key of the name of the format. */
export const formatKey = Buffer.from([keyKinds.format]);

/** Returns the beginning of a key: its kind, and the number of the record or index. */
function startOfKey(kind: keyof typeof keyKinds, number: number, length = 5): Buffer {
  const key = Buffer.alloc(length);
  key[0] = keyKinds[kind];
  key.writeUInt32BE(number, 1);
  return key;
}

/** Returns the key of a record. Records are read in the order of their numbers. */
export function recordKey(number: number): Buffer {
  return startOfKey('record', number);
}

/** Returns the key of a document. The documents of a shard are read in the order of their sequence numbers. */
export function documentKey({ index, shard, sequence }: NumberedKey): Buffer {
  const key = startOfKey('document', index, 13);
  key.writeUInt16BE(shard, 5);
  key.writeUIntBE(sequence, 7, sequence_bytes);
  return key;
}

/** Returns the key of the minimum next sequence number of a shard. */
export function sequenceKey({ index, shard }: Omit<NumberedKey, 'sequence'>): Buffer {
  const key = startOfKey('sequence', index, 7);
  key.writeUInt16BE(shard, 5);
  return key;
}

/** Returns the value of a `sequenceKey`. */
export function sequenceValue(sequence: number): Buffer {
  const value = Buffer.alloc(sequence_bytes);
  value.writeUIntBE(sequence, 0, sequence_bytes);
  return value;
}

/** Decodes the value of a `sequenceKey`. */
export function readSequence(value: Buffer): number {
  return value.readUIntBE(0, sequence_bytes);
}

/** Returns the number in the key of a record. */
export function recordNumber(key: Uint8Array): number {
  return view(key).readUInt32BE(1);
}

/** Decodes the key of a document, or a `sequenceKey`; the sequence of the latter is 0. */
export function parseKey(key: Uint8Array): NumberedKey {
  const bytes = view(key);
  const sequence = bytes.length === 13 ? bytes.readUIntBE(7, sequence_bytes) : 0;
  return { index: bytes.readUInt32BE(1), shard: bytes.readUInt16BE(5), sequence };
}

/** Returns the range of the keys of one kind of an index; `end` is exclusive. */
export function rangeOfIndex(
  kind: 'document' | 'sequence',
  index: number,
): { readonly start: Buffer; readonly end: Buffer } {
  return { start: startOfKey(kind, index), end: startOfKey(kind, index + 1) };
}

function view(key: Uint8Array): Buffer {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength);
}
