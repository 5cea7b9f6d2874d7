import type { DocumentKey } from '../base/journal.ts';

/** What stands under a key, by its first byte; also the order in which all of it is read. */
export const keyKinds = { format: 0, record: 1, document: 2, sequence: 3 } as const;

/** The place of a document with the number of its index in the place of the uuid. */
export interface NumberedKey extends Omit<DocumentKey, 'index'> {
  readonly index: number;
}

const sequence_bytes = 6;

export const formatKey = Buffer.from([keyKinds.format]);

/** Key of a record: records are read in the order of their numbers. */
export function recordKey(number: number): Buffer {
  const key = Buffer.allocUnsafe(5);
  key[0] = keyKinds.record;
  key.writeUInt32BE(number, 1);
  return key;
}

/** Key of a document: those of a shard are read in the sequence of its writes. */
export function documentKey({ index, shard, sequence }: NumberedKey): Buffer {
  const key = Buffer.allocUnsafe(13);
  key[0] = keyKinds.document;
  key.writeUInt32BE(index, 1);
  key.writeUInt16BE(shard, 5);
  key.writeUIntBE(sequence, 7, sequence_bytes);
  return key;
}

/** Key of the number that the next write of a shard has at least. */
export function sequenceKey({ index, shard }: Omit<NumberedKey, 'sequence'>): Buffer {
  const key = Buffer.allocUnsafe(7);
  key[0] = keyKinds.sequence;
  key.writeUInt32BE(index, 1);
  key.writeUInt16BE(shard, 5);
  return key;
}

/** Takes a sequence; gives the value that it has under a `sequenceKey`. */
export function sequenceValue(sequence: number): Buffer {
  const value = Buffer.alloc(sequence_bytes);
  value.writeUIntBE(sequence, 0, sequence_bytes);
  return value;
}

/** Takes the value under a `sequenceKey`; gives the sequence. */
export function readSequence(value: Buffer): number {
  return value.readUIntBE(0, sequence_bytes);
}

/** Takes the key of a record; gives its number. */
export function recordNumber(key: Uint8Array): number {
  return view(key).readUInt32BE(1);
}

/** Takes the key of a document or sequence; gives its place, the sequence of the latter as 0. */
export function parseKey(key: Uint8Array): NumberedKey {
  const bytes = view(key);
  const sequence = bytes.length === 13 ? bytes.readUIntBE(7, sequence_bytes) : 0;
  return { index: bytes.readUInt32BE(1), shard: bytes.readUInt16BE(5), sequence };
}

/** The keys of one kind of an index: the first that may be, and the first that is beyond them. */
export function rangeOfIndex(
  kind: 'document' | 'sequence',
  index: number,
): { readonly start: Buffer; readonly end: Buffer } {
  const edge = (number: number): Buffer => {
    const key = Buffer.allocUnsafe(5);
    key[0] = keyKinds[kind];
    key.writeUInt32BE(number, 1);
    return key;
  };
  return { start: edge(index), end: edge(index + 1) };
}

function view(key: Uint8Array): Buffer {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength);
}
