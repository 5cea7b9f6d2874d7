import { isIPv4, isIPv6 } from 'node:net';

/**
 * Takes an IPv4 or IPv6 address; returns 32 hexadecimal digits, which sort like the addresses (IPv4 is mapped into
 * IPv6), or undefined if the text is not an address.
 */
export function encodeIp(text: string): string | undefined {
  if (isIPv4(text)) return `00000000000000000000ffff${hexOfV4(text)}`;
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const [head = '', rest] = canonical(text).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = rest === undefined || rest === '' ? [] : rest.split(':');
  const zeros: string[] = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('');
}

/** Returns an IPv6 address in lower case, with its longest run of zeros shortened. */
function canonical(text: string): string {
  return new URL(`http://[${text}]`).hostname.slice(1, -1);
}

/** Decodes the result of `encodeIp`. In IPv6 addresses the longest run of zeros is shortened. */
export function decodeIp(code: string): string {
  if (code.startsWith('00000000000000000000ffff')) {
    return [24, 26, 28, 30].map((at) => Number.parseInt(code.slice(at, at + 2), 16)).join('.');
  }
  return canonical(code.replaceAll(/.{4}(?=.)/g, '$&:'));
}

/**
 * Returns the encoded first and last address of a network (`10.0.0.0/8`), or undefined if the text is not a network.
 */
export function networkBounds(text: string): readonly [string, string] | undefined {
  const [address = '', bits = '', more] = text.split('/');
  const code = encodeIp(address);
  if (code === undefined || more !== undefined || !/^\d{1,3}$/.test(bits)) return undefined;
  const prefix = Number(bits) + (isIPv4(address) ? 96 : 0);
  if (prefix > 128) return undefined;
  const host = (1n << BigInt(128 - prefix)) - 1n;
  const first = BigInt(`0x${code}`) & ~host;
  return [hex128(first), hex128(first | host)];
}

/** Returns the encoded neighbour of an encoded address (`by` 1 or -1), or undefined if there is none. */
export function neighbourIp(code: string, by: 1 | -1): string | undefined {
  const next = BigInt(`0x${code}`) + BigInt(by);
  return next < 0n || next >= 1n << 128n ? undefined : hex128(next);
}

function hexOfV4(text: string): string {
  return text
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('');
}

function hex128(value: bigint): string {
  return value.toString(16).padStart(32, '0');
}
