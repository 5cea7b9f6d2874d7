import { createHash } from 'node:crypto';
import type { Scalar } from './block.ts';

/**
 * V8 hashes longer strings by their length alone: in a map, all of the same length would be compared with each other.
 */
const maxHashed = 16_383;

/** The latest long text and its key: a column often repeats one. */
let latest = { text: '', key: 0n };

/**
 * Returns the key of a value in a map or set: the value, or the digest of a long text. Texts are never mixed with large
 * integers, so the digest can be one.
 */
export function mapKey<Value extends Scalar | undefined>(value: Value): Value | bigint {
  if (typeof value !== 'string' || value.length <= maxHashed) return value;
  if (value !== latest.text) {
    const digest = createHash('sha256').update(value, 'utf16le').digest('hex');
    latest = { text: value, key: BigInt(`0x${digest}`) };
  }
  return latest.key;
}

/** Returns the distinct values of a list, in the order in which they appear first. */
export function distinctValues(values: readonly Scalar[]): readonly Scalar[] {
  return [...new Map(values.map((value) => [mapKey(value), value])).values()];
}
