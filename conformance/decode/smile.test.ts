import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeSmile } from '../driver/encode.ts';
import { readSmile } from './smile.ts';

/** Reads a document of these bytes, in hexadecimal digits, after a header with these flags. */
function read(hex: string, flags = '01'): unknown {
  return readSmile(Buffer.from(`3a290a${flags}${hex.replaceAll(' ', '')}`, 'hex'));
}

const values: readonly (readonly [string, string, unknown])[] = [
  ['an empty text', '20', ''],
  ['null', '21', null],
  ['false and true', 'f8 22 23 f9', [false, true]],
  ['the lowest small integer', 'df', -16],
  ['the highest small integer', 'de', 15],
  ['zero', 'c0', 0],
  ['an integer of two bytes', '24 01a8', 52],
  ['the highest integer of 32 bits', '24 1f7f7f7fbe', 2147483647],
  ['the lowest integer of 32 bits', '24 1f7f7f7fbf', -2147483648],
  ['an integer of 64 bits', '25 03 7f7f7f7f7f7f7f7f be', 9223372036854775807n],
  ['a float', '28 037e000000', 1.5],
  ['a double', '29 003f7c00000000000000', 1.5],
  ['a double below zero', '29 01400800000000000000', -4],
  ['a big integer', '26 89 0040000000000000 000001', 18446744073709551617n],
  ['a big integer below zero', '26 81 7f01', -1],
  ['a big decimal', '2a 84 82 002502', 1.5],
  ['a tiny text of ASCII', '42 616263', 'abc'],
  ['a short text of ASCII', `60 ${'61'.repeat(33)}`, 'a'.repeat(33)],
  ['a tiny text', '80 c3a4', 'ä'],
  ['a short text', `a0 ${'c3a4'.repeat(17)}`, 'ä'.repeat(17)],
  ['a long text of ASCII', `e0 ${'61'.repeat(70)} fc`, 'a'.repeat(70)],
  ['a long text', `e4 ${'c3a4'.repeat(40)} fc`, 'ä'.repeat(40)],
  ['raw bytes', 'fd 83 010203', 'AQID'],
  ['bytes in groups of seven bits', 'e8 83 00404003', 'AQID'],
  ['an object', 'fa 80 61 c2 fb', { a: 1 }],
  ['an empty name', 'fa 20 c2 fb', { '': 1 }],
  ['a name that is not ASCII', 'fa c0 c3a4 c2 fb', { ä: 1 }],
  ['a long name', `fa 34 ${'61'.repeat(70)} fc c2 fb`, { ['a'.repeat(70)]: 1 }],
  ['a shared name', 'f8 fa 80 61 c2 fb fa 40 c4 fb f9', [{ a: 1 }, { a: 2 }]],
  ['an end marker', 'c2 ff', 1],
];

for (const [what, hex, expected] of values) {
  test(`Smile: ${what}`, () => assert.deepEqual(read(hex), expected));
}

test('texts are shared if the header enables it, and references have a short and a long form', () => {
  const texts = Array.from({ length: 40 }, (_, at) => `v${String(at).padStart(4, '0')}`);
  const written = texts.map((text) => `44${Buffer.from(text).toString('hex')}`).join('');
  const got = read(`f8 ${written} 01 1f ec1f ec27 f9`, '03');
  assert.deepEqual(got, [...texts, 'v0000', 'v0030', 'v0031', 'v0039']);
  assert.throws(() => read('f8 42616263 01 f9', '01'), /unknown text/);
});

test('a full list of shared texts or names is cleared', () => {
  const full = Array.from({ length: 1024 }, (_, at) => String(at).padStart(4, '0'));
  const texts = full.map((text) => `43${Buffer.from(text).toString('hex')}`).join('');
  assert.deepEqual(read(`f8 ${texts} 417a7a 01 f9`, '02'), [...full, 'zz', 'zz']);
  const names = full.map((name) => `83${Buffer.from(name).toString('hex')}c0`).join('');
  const object = read(`f8 fa ${names} fb fa 31ff c2 fb fa 80 61 c2 fb fa 40 c4 fb f9`);
  assert.ok(Array.isArray(object));
  assert.deepEqual(object.slice(1), [{ '0511': 1 }, { a: 1 }, { a: 2 }]);
});

test('invalid Smile is refused with the position', () => {
  assert.throws(() => readSmile(Buffer.from('{}')), /header/);
  assert.throws(() => read('f8 c2'), /at byte 6/);
  assert.throws(() => read('42 61'), /exceeds/);
  assert.throws(() => read('c2 c2'), /follows/);
  assert.throws(() => read('27'), /0x27/);
  assert.throws(() => read('c2', '11'), /version/);
  assert.throws(() => read('f8'.repeat(10_000)), /nested/);
  assert.throws(() => read(`26 1f 90${' 00'.repeat(2300)}`), /more than 1000 bytes/);
});

test('Smile that the kit writes can be read', () => {
  const lengths = [0, 1, 31, 32, 33, 64, 65, 66, 200];
  const written = {
    '': lengths.map((length) => 'x'.repeat(length)),
    ü: lengths.map((length) => `${'ä'.repeat(length)}y`),
    ['n'.repeat(64)]: [0, -1, 15, 16, -16, -17, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, 2n ** 63n - 1n],
    ['n'.repeat(65)]: [0.5, -1e300, null, true, false, {}, []],
    ['ä'.repeat(28)]: 'short',
    ['ä'.repeat(29)]: 'long',
  };
  assert.deepEqual(readSmile(encodeSmile(written)), written);
});

test('Smile that the kit writes refers to names that were there before', () => {
  const bytes = Buffer.from(encodeSmile([{ query: 1, sort: { query: 2 } }, { sort: 3 }]));
  assert.equal(bytes.toString('latin1').split(/query|sort/).length, 3);
  for (const count of [64, 65, 600]) {
    const names = Array.from({ length: count }, (_, at) => [`name${at}`, at] as const);
    const written = [1, 2, 3].map((n) => ({ ...Object.fromEntries(names), n }));
    assert.deepEqual(readSmile(encodeSmile(written)), written);
  }
});
