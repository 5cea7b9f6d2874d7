/** The hash of a string: s[0]·31^(n-1) + … + s[n-1], as a signed 32-bit integer. Slices use the hash of `_id`. */
export function hashCode(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

/** Returns the remainder with the sign of the divisor. */
export function floorMod(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}

const word = (1n << 64n) - 1n;

/** Mixes the bits of a 64-bit integer, so that consecutive values are distributed over all slices. */
export function mixLong(value: bigint): bigint {
  let mixed = value & word;
  mixed ^= mixed >> 32n;
  mixed = (mixed * 0x4cd6944c5cc20b6dn) & word;
  mixed ^= mixed >> 29n;
  mixed = (mixed * 0xfc12c5b19d3259e9n) & word;
  mixed ^= mixed >> 32n;
  return BigInt.asIntN(64, mixed);
}
