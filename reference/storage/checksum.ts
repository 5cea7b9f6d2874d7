import { crc32 } from 'node:zlib';

const checksum_bytes = 4;

/** Returns a value followed by the checksum of its key and itself. */
export function seal(key: Uint8Array, value: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(value.length + checksum_bytes);
  sealed.set(value);
  sealed.writeUInt32BE(crc32(value, crc32(key)), value.length);
  return sealed;
}

/** Returns the value of `seal`; undefined if it is not the one that was stored under this key. */
export function unseal(key: Uint8Array, sealed: Buffer): Buffer | undefined {
  const end = sealed.length - checksum_bytes;
  if (end < 0) return undefined;
  const value = sealed.subarray(0, end);
  return sealed.readUInt32BE(end) === crc32(value, crc32(key)) ? value : undefined;
}
