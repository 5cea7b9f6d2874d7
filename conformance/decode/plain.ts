/**
 * The same value as JSON: integers that fit into a double are numbers, larger ones `bigint`; dates are
 * texts; bytes are texts in base 64.
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

/** The integer as a number if no digits are lost. */
export function plainInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
