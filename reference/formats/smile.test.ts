import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonValue } from '../base/json.ts';
import { decodeSmile } from './decode/decode-smile.ts';
import { smilePieces } from './documents/smile.ts';

/** Values and their bytes after the header, derived by hand from the specification of the format. */
const vectors: readonly (readonly [JsonValue, string])[] = [
  [null, '21'],
  [false, '22'],
  [true, '23'],
  ['', '20'],
  [0, 'c0'],
  [-1, 'c1'],
  [15, 'de'],
  [-16, 'df'],
  [16, '24a0'],
  [63, '2401be'],
  [-17, '24a1'],
  [2_147_483_647, '241f7f7f7fbe'],
  [-2_147_483_648, '241f7f7f7fbf'],
  [2_147_483_648, '252000000080'],
  [9_223_372_036_854_775_807n, '25037f7f7f7f7f7f7f7fbe'],
  [-9_223_372_036_854_775_808n, '25037f7f7f7f7f7f7f7fbf'],
  [18_446_744_073_709_551_615n, '2689003f7f7f7f7f7f7f7f7f03'],
  [0.5, '29003f7000000000000000'],
  ['a', '4061'],
  ['x'.repeat(32), `5f${'78'.repeat(32)}`],
  ['x'.repeat(33), `60${'78'.repeat(33)}`],
  ['x'.repeat(64), `7f${'78'.repeat(64)}`],
  ['x'.repeat(65), `e0${'78'.repeat(65)}fc`],
  ['é', '80c3a9'],
  [`é${'x'.repeat(31)}`, `9fc3a9${'78'.repeat(31)}`],
  [`é${'x'.repeat(32)}`, `a0c3a9${'78'.repeat(32)}`],
  [`é${'x'.repeat(63)}`, `bfc3a9${'78'.repeat(63)}`],
  [`é${'x'.repeat(64)}`, `e4c3a9${'78'.repeat(64)}fc`],
  [[], 'f8f9'],
  [{}, 'fafb'],
  [{ '': null }, 'fa2021fb'],
  [{ a: [{ a: 1 }] }, 'fa8061f8fa40c2fbf9fb'],
  [{ é: 0 }, 'fac0c3a9c0fb'],
  [{ ['k'.repeat(65)]: 0 }, `fa34${'6b'.repeat(65)}fcc0fb`],
];

function encode(value: JsonValue): Buffer {
  return Buffer.concat([...smilePieces(value)]);
}

function hex(body: string, flags = '01'): Buffer {
  return Buffer.from(`3a290a${flags}${body}`, 'hex');
}

describe('smile', () => {
  it('reads every kind of token, and what it writes itself', () => {
    for (const [value, body] of vectors) {
      assert.deepEqual(decodeSmile(hex(body)), value);
      assert.deepEqual(decodeSmile(encode(value)), value);
    }
  });

  it('writes integers, doubles, names and texts so that any reader keeps their types', () => {
    const written: readonly (readonly [JsonValue, string])[] = [
      [16, '24a0'],
      [-2_147_483_648, '241f7f7f7fbf'],
      [2_147_483_648, '252000000080'],
      [18_446_744_073_709_551_615n, '2689003f7f7f7f7f7f7f7f7f03'],
      [0.5, '29003f7000000000000000'],
      [{ é: 'a', '': '' }, 'fa34c3a9fce461fc2020fb'],
    ];
    for (const [value, body] of written) {
      assert.equal(encode(value).toString('hex'), hex(body, '00').toString('hex'), body);
    }
  });

  it('reads the output of other writers: shared texts, floats, end markers', () => {
    const cases: readonly (readonly [string, string, JsonValue])[] = [
      ['f8406140620102f9', '03', ['a', 'b', 'a', 'b']],
      ['28037c000000', '01', 1],
      ['21ff', '01', null],
      ['f84061ec00f9', '03', ['a', 'a']],
      ['f8fa8061c2fbfa40c4fbf9', '01', [{ a: 1 }, { a: 2 }]],
    ];
    for (const [body, flags, value] of cases)
      assert.deepEqual(decodeSmile(hex(body, flags)), value);
  });

  it('refuses malformed bytes', () => {
    const refusals: readonly (readonly [Buffer, RegExp])[] = [
      [Buffer.from('{}'), /does not begin/],
      [hex('21', '11'), /version \[1\]/],
      [hex('f8'), /it is incomplete/],
      [hex('4261'), /it is incomplete/],
      [hex('e061'), /it is incomplete/],
      [hex('2121'), /more bytes follow/],
      [hex('fa4021fb'), /refers to the unknown text \[0\]/],
      [hex('fa806121806121fb'), /repeats the member \[a\]/],
      [hex('80c328'), /not UTF-8/],
      [hex('fd8161'), /token \[0xfd\]/],
      [hex(`29007f78${'00'.repeat(7)}`), /not finite/],
      [hex('f8'.repeat(2000)), /nested deeper/],
    ];
    for (const [bytes, reason] of refusals) assert.throws(() => decodeSmile(bytes), reason);
  });
});
