import { encodeIp, networkBounds } from '../../../store/ip.ts';
import type { RowResult } from '../apply.ts';
import { define } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { argumentProblem } from '../problems.ts';

function cidrMatch(address: string, ...networks: readonly string[]): RowResult {
  let isFound = false;
  for (const network of networks) {
    const own = encodeIp(network);
    const bounds = own === undefined ? networkBounds(network) : ([own, own] as const);
    if (bounds === undefined) return argumentProblem(`'${network}' is not an IP string literal.`);
    if (address >= bounds[0] && address <= bounds[1]) isFound = true;
  }
  return isFound;
}

const v4Prefix = '00000000000000000000ffff';

function prefixOf(code: string, v4: number, v6: number): RowResult {
  if (v4 < 0 || v4 > 32) {
    return argumentProblem(`Prefix length v4 must be in range [0, 32], found ${v4}`);
  }
  if (v6 < 0 || v6 > 128) {
    return argumentProblem(`Prefix length v6 must be in range [0, 128], found ${v6}`);
  }
  const bits = code.startsWith(v4Prefix) ? 96 + v4 : v6;
  const host = (1n << BigInt(128 - bits)) - 1n;
  return (BigInt(`0x${code}`) & ~host).toString(16).padStart(32, '0');
}

/** Functions of IP addresses. */
export const networkFunctions: readonly FunctionDefinition[] = [
  define(
    'cidr_match(ip: ip, network…: string): boolean',
    'True if the address is in one of the networks.',
    cidrMatch,
  ),
  define(
    'ip_prefix(ip: ip, v4_length: integer, v6_length: integer): ip',
    'The address with all bits after the prefix set to 0; IPv4 and IPv6 have separate prefix lengths.',
    prefixOf,
  ),
];
