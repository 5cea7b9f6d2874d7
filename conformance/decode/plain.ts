/**
 * Converts a decoded value to a JSON value: safe integers become numbers, larger ones `bigint`; dates become texts;
 * bytes become texts in base64; undefined becomes null.
 */
export function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return plainInteger(value);
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  const pairs =
    value instanceof Map ? [...(value as Map<unknown, unknown>)] : Object.entries(value);
  return Object.fromEntries(pairs.map(([name, member]) => [String(name), plain(member)]));
}

/** The integer as a number if no digits are lost, and unchanged otherwise. */
export function plainInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
