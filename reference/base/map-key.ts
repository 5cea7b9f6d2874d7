import { createHash } from 'node:crypto';

/** A single value. */
type Scalar = number | bigint | string;

/**
 * V8 hashes longer strings by their length alone: in a map, all of the same length would be compared with each other.
 */
const maxHashed = 16_383;

/**
 * Returns the key of a value in a map or set: a number for a bigint that is one, the digest of a long text, else the
 * value. Texts are never mixed with large integers, so the digest can be one.
 */
export function mapKey(value: Scalar | null): Scalar | null {
  if (typeof value === 'bigint') return plain(value);
  if (typeof value !== 'string' || value.length <= maxHashed) return value;
  return BigInt(`0x${createHash('sha256').update(value, 'utf16le').digest('hex')}`);
}

/** Returns a whole number as it is stored: a bigint only if it is not a safe integer. */
export function plain(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Returns the distinct values of a list, in the order in which they appear first. */
export function distinctValues(values: readonly Scalar[]): readonly Scalar[] {
  return [...new Map(values.map((value) => [mapKey(value), value])).values()];
}
