import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Dictionary,
  Field,
  Int32,
  Int64,
  Schema,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { encode, Tag } from 'cbor2';
import { stringify } from 'yaml';
import { decodeTable } from './decode-table.ts';
import type { Format } from './formats.ts';

/** The length of the end marker of an Arrow stream, in bytes. */
const endOfStream = 8;

function read(format: Format, body: string | Uint8Array) {
  const layout = { hasNames: true, isColumnar: false };
  const { columns, rows } = decodeTable(format, Buffer.from(body), layout);
  return { names: columns.map(({ name }) => name), rows };
}

const result = {
  columns: [{ name: 'n' }, { name: 'x' }],
  values: [
    [1, 0.5],
    [null, 2],
  ],
};

test('a document in CBOR that describes itself, and in YAML that is JSON', () => {
  const expected = { names: ['n', 'x'], rows: result.values };
  const tagged = Buffer.from([0xd9, 0xd9, 0xf7, ...encode(result)]);
  assert.deepEqual(read('cbor', tagged), expected);
  assert.deepEqual(read('yaml', JSON.stringify(result)), expected);
});

test('numbers in CBOR as fractions with an exponent of 10 or 2', () => {
  const tenth = new Tag(4, [-1, 1]);
  const half = new Tag(5, [-1, 1]);
  const values = [[tenth, half]];
  const expected = { names: ['n', 'x'], rows: [[0.1, 0.5]] };
  assert.deepEqual(read('cbor', encode({ ...result, values })), expected);
});

test('a document in YAML in other words', () => {
  const words = { defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'QUOTE_DOUBLE' } as const;
  const spelling = { ...words, nullStr: '~', trueStr: 'TRUE', falseStr: 'False', indent: 6 };
  const values = [
    [1, true, null, 'a'],
    [2, false, 0.5, 'no'],
  ];
  const names = ['n', 'is', 'x', 'word'];
  const columns = names.map((name) => ({ name, type: 'any' }));
  const text = `%YAML 1.2\n---\n# the result\n${stringify({ columns, values }, spelling)}\n...\n`;
  assert.deepEqual(read('yaml', text.replaceAll('\n', '\r\n')), { names, rows: values });
});

test('an Arrow stream with dictionaries, notes and many batches, and without an end', () => {
  const notes = new Map([['origin', 'books']]);
  const words = vectorFromArray(['odd', null, 'odd'], new Dictionary(new Utf8(), new Int32()));
  const numbers = vectorFromArray([1n, null, 2n], new Int64());
  const table = new Table({ n: numbers, word: words });
  const expected = {
    names: ['n', 'word'],
    rows: [
      [1, 'odd'],
      [null, null],
      [2, 'odd'],
    ],
  };
  assert.deepEqual(read('arrow', tableToIPC(table, 'stream')), expected);
  const fields = table.schema.fields.map((one) => new Field(one.name, one.type, true, notes));
  const rows = Array.from({ length: table.numRows }, (_, row) => table.slice(row, row + 1));
  const parts = new Table(
    new Schema(fields, notes),
    rows.flatMap((row) => row.batches),
  );
  assert.deepEqual(read('arrow', tableToIPC(parts, 'stream').slice(0, -endOfStream)), expected);
});

test('a body that would take long to read is refused at once, or read without a comparison of all names', () => {
  const long = (text: string, times: number): string => text.repeat(times);
  const names = Array.from({ length: 90_000 }, (_, at) => `k${at}: 1`).join('\n');
  const bignum = Buffer.concat([
    Buffer.from([0xc2, 0x5a, 0, 0x10, 0, 0]),
    Buffer.alloc(2 ** 20, 255),
  ]);
  const bodies: readonly (readonly [Format, string | Uint8Array, RegExp])[] = [
    ['yaml', `columns: [{ name: n }]\nvalues: []\nx: 1${long(':59', 500_000)}`, /^read$/],
    ['yaml', names, /./],
    ['yaml', long('- 1\n', 4_000_000), /more than 2097152/],
    ['cbor', bignum, /more than 1000 bytes/],
    ['csv', long('x\n', 8_000_000), /more than 2097152/],
  ];
  for (const [format, body, end] of bodies) {
    const before = process.cpuUsage();
    let got = 'read';
    try {
      read(format, body);
    } catch (error) {
      got = String(error);
    }
    assert.match(got, end);
    const used_ms = process.cpuUsage(before).user / 1000;
    assert.ok(used_ms < 15_000, `${format}: ${used_ms} ms`);
  }
});
