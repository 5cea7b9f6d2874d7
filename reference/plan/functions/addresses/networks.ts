import { encodeIp, networkBounds } from '../../../store/ip.ts';
import { integer, ip, string } from '../accepts.ts';
import type { FunctionDefinition } from '../definition.ts';
import { argumentProblem } from '../problems.ts';
import type { RowResult } from '../apply.ts';
import { applyRows } from '../apply.ts';
import { number, prepared, scalar, text } from '../scalar.ts';
import { rememberPatterns } from '../dates/pattern-memory.ts';

type Bounds = readonly [first: string, last: string];

/** Returns the bounds of a network in CIDR notation or of one address; undefined if it is invalid. */
function boundsOf(network: string): Bounds | undefined {
  const own = encodeIp(network);
  return own === undefined ? networkBounds(network) : [own, own];
}

const v4Prefix = '00000000000000000000ffff';

function prefixOf(code: string, lengths: { readonly v4: number; readonly v6: number }): RowResult {
  if (lengths.v4 < 0 || lengths.v4 > 32) {
    return argumentProblem(`Prefix length v4 must be in range [0, 32], found ${lengths.v4}`);
  }
  if (lengths.v6 < 0 || lengths.v6 > 128) {
    return argumentProblem(`Prefix length v6 must be in range [0, 128], found ${lengths.v6}`);
  }
  const bits = code.startsWith(v4Prefix) ? 96 + lengths.v4 : lengths.v6;
  const host = (1n << BigInt(128 - bits)) - 1n;
  return (BigInt(`0x${code}`) & ~host).toString(16).padStart(32, '0');
}

/** Functions of IP addresses. */
export const networkFunctions: readonly FunctionDefinition[] = [
  prepared({
    name: 'cidr_match',
    parameters: [
      { name: 'ip', accepts: ip },
      { name: 'network', accepts: string, repeated: true },
    ],
    returns: 'boolean',
    description: 'True if the address is in one of the networks.',
    examples: [
      { call: 'cidr_match("127.0.0.2"::ip, "10.0.0.0/8", "127.0.0.0/24")', gives: true },
      { call: 'cidr_match("127.0.0.2"::ip, "127.0.0.3/32")', gives: false },
      { call: 'cidr_match("fe80::1"::ip, "fe80::/10")', gives: true },
      { call: 'cidr_match("127.0.0.2"::ip, "nowhere")', gives: null, warns: "'nowhere' is not" },
    ],
    prepare() {
      const networks = rememberPatterns((network) => boundsOf(network) ?? 'none');
      return applyRows('boolean', ([address, ...names]) => {
        const code = String(address);
        let found = 0;
        for (const name of names) {
          const bounds = networks(String(name));
          if (bounds === 'none') {
            return argumentProblem(`'${String(name)}' is not an IP string literal.`);
          }
          if (code >= bounds[0] && code <= bounds[1]) found = 1;
        }
        return found;
      });
    },
  }),
  scalar({
    name: 'ip_prefix',
    parameters: [
      { name: 'ip', accepts: ip },
      { name: 'v4_length', accepts: integer },
      { name: 'v6_length', accepts: integer },
    ],
    returns: 'ip',
    description:
      'The address with all bits after the prefix set to 0; IPv4 and IPv6 have separate prefix lengths.',
    examples: [
      { call: 'ip_prefix("1.2.3.4"::ip, 24, 112)', gives: '1.2.3.0' },
      {
        call: 'ip_prefix("fe80::cae2:65ff:fece:feb9"::ip, 24, 112)',
        gives: 'fe80::cae2:65ff:fece:0',
      },
      {
        call: 'ip_prefix("1.2.3.4"::ip, 33, 0)',
        gives: null,
        warns: 'Prefix length v4 must be in range',
      },
    ],
    row: (operands) =>
      prefixOf(text(operands, 0), { v4: number(operands, 1), v6: number(operands, 2) }),
  }),
];
