import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encode } from 'cborg';
import { maxDepth } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { smilePieces } from '../documents/smile.ts';
import { decodeDocument } from './decode-document.ts';

const request = {
  query: 'FROM a\n| WHERE b == "c"',
  params: [{ n: 9_007_199_254_740_993n }, -1, 1.5, null, true],
  filter: { term: { k: 'v' } },
};

const yaml = `
query: |-
  FROM a
  | WHERE b == "c"
params: [{n: 9007199254740993}, -1, 1.5, null, true]
filter: &again
  term: {k: v}
`;

type Format = 'yaml' | 'cbor' | 'smile';

const bodies: readonly (readonly [Format, Uint8Array])[] = [
  ['yaml', Buffer.from(yaml)],
  [
    'yaml',
    Buffer.from(
      `---\n${JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)).replace('9007199254740992', '9007199254740993')}`,
    ),
  ],
  ['cbor', encode(request)],
  ['smile', Buffer.concat([...smilePieces(request)])],
];

/** A "billion laughs" document: each line has nine aliases of the previous one. */
const nestedAliases = `a0: &a0 [x]\n${Array.from({ length: 8 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`).join('\n')}`;

const deep = maxDepth + 2;

const refusals: readonly (readonly [Format, Buffer, RegExp])[] = [
  ['yaml', Buffer.from('a: 1\na: 2'), /duplicated mapping key/],
  ['yaml', Buffer.from('a: [1'), /not one value of yaml/],
  ['yaml', Buffer.from('a: 1\n---\nb: 2'), /not one value of yaml/],
  ['yaml', Buffer.from('a: !!js/function "x"'), /not one value of yaml/],
  ['yaml', Buffer.from('a: .inf'), /not finite/],
  ['yaml', Buffer.from(nestedAliases), /alias/],
  ['yaml', Buffer.from('['.repeat(deep) + ']'.repeat(deep)), /maxDepth/],
  ['cbor', Buffer.from('a1616101ff', 'hex'), /not one value of cbor/],
  ['cbor', Buffer.from('a2616101616102', 'hex'), /repeat map key/],
  ['cbor', Buffer.from('9b00ffffffffffff', 'hex'), /not one value of cbor/],
  ['cbor', Buffer.from('a10102', 'hex'), /not one value of cbor/],
  ['cbor', Buffer.from('c100', 'hex'), /tag/],
  ['cbor', Buffer.from('4161', 'hex'), /kind that JSON does not have/],
  ['cbor', Buffer.from('f7', 'hex'), /undefined/],
  ['cbor', Buffer.from('f97e00', 'hex'), /not finite/],
  ['cbor', Buffer.from(`${'81'.repeat(deep)}00`, 'hex'), /nested deeper/],
  ['cbor', Buffer.from(`${'81'.repeat(100_000)}00`, 'hex'), /not one value of cbor/],
];

describe('bodies in formats other than json', () => {
  it('contain the same request', () => {
    for (const [format, bytes] of bodies) {
      assert.deepEqual(decodeDocument(Buffer.from(bytes), format), request, format);
    }
  });

  it('are refused if they are malformed or contain unsupported values', () => {
    for (const [format, bytes, reason] of refusals) {
      assert.throws(
        () => decodeDocument(bytes, format),
        (error) => {
          assert.ok(error instanceof ServiceError, `${format} ${String(error)}`);
          assert.equal(error.type, 'x_content_parse_exception');
          assert.match(error.reason, reason);
          return true;
        },
      );
    }
  });
});
