import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tableFromIPC } from 'apache-arrow';
import { decode } from 'cbor2';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { parseJson } from '../base/json.ts';
import { writeJson } from '../base/write-json.ts';
import { decodeSmile } from './decode/decode-smile.ts';
import { encoded, sample, sampleRows } from '../testing/sample-table.ts';

/** Converts safe integers to numbers, because some libraries decode all integers as bigint. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

const whole = {
  took: 3,
  is_partial: false,
  columns: sample.columns.map(({ name, type }) => ({ name, type })),
  values: sampleRows,
};

const byColumn = {
  ...whole,
  values: sample.columns.map((_, at) => sampleRows.map((row) => row[at])),
};

type Reader = (bytes: Buffer) => unknown;

const documentReaders: Readonly<Record<'json' | 'yaml' | 'cbor' | 'smile', Reader>> = {
  json: (bytes) => parseJson(bytes.toString('utf8')),
  yaml: (bytes) => parseYaml(bytes.toString('utf8'), { intAsBigInt: true }) as unknown,
  cbor: (bytes) => decode(bytes),
  smile: (bytes) => decodeSmile(bytes),
};

/** The expected cells in text formats. */
const texts = sampleRows.map((row) =>
  row.map((cell, at) => {
    if (Array.isArray(cell)) return `[${cell.join(', ')}]`;
    const text = typeof cell === 'string' ? cell : writeJson(cell).replace('null', '');
    return sample.columns[at]?.type === 'double' && !text.includes('.') ? `${text}.0` : text;
  }),
);
const names = sample.columns.map(({ name }) => name);

describe('formats', () => {
  for (const [format, read] of Object.entries(documentReaders)) {
    it(`${format} contains the table, by row and by column`, () => {
      const form = { format: format as keyof typeof documentReaders };
      assert.deepEqual(plain(read(encoded(sample, form))), whole);
      assert.deepEqual(plain(read(encoded(sample, form, true))), byColumn);
    });
  }

  it('csv contains the table', () => {
    assert.deepEqual(parseCsv(encoded(sample, { format: 'csv' })), [names, ...texts]);
  });

  it('tsv, txt and md contain the table', () => {
    const lines = (format: 'tsv' | 'txt' | 'md') =>
      encoded(sample, { format }).toString('utf8').slice(0, -1).split('\n');
    assert.deepEqual(
      lines('tsv').map((line) => line.split('\t')),
      [names, ...texts],
    );
    const [, rule, first] = lines('txt');
    assert.deepEqual(
      rule?.split('+').map(({ length }) => length),
      columnWidths(lines('txt')[0] ?? ''),
    );
    assert.match(first ?? '', /^true +\|7 +\|9223372036854775807\|18446744073709551615\|1\.0 +\|/);
    const cells = lines('md').map((line) => line.slice(2, -2).split(/ (?<!\\)\| /));
    assert.deepEqual(
      cells[2],
      texts[0]?.map((cell) => cell.replaceAll('|', '\\|')),
    );
  });

  it('arrow contains the table with Arrow types', () => {
    const table = tableFromIPC(encoded(sample, { format: 'arrow' }));
    assert.deepEqual(
      table.schema.fields.map(({ type }) => String(type)),
      [
        'Bool',
        'Int32',
        'Int64',
        'Uint64',
        'Float64',
        'List<Utf8>',
        'Utf8',
        'Utf8',
        'Utf8',
        'Timestamp<MILLISECOND, UTC>',
        'Timestamp<NANOSECOND, UTC>',
        'Null',
      ],
    );
    const [first, second] = table.toArray().map((row) => row.toArray() as unknown[]);
    assert.deepEqual(plain(first?.slice(0, 5)), sampleRows[0]?.slice(0, 5));
    assert.deepEqual(plain(second?.slice(0, 5)), sampleRows[1]?.slice(0, 5));
    assert.deepEqual(Array.from(table.getChildAt(5)?.get(0) as Iterable<string>), ['a"b', 'c|d']);
    assert.deepEqual(first?.slice(6, 10), ['no', '127.0.0.1', '1.2.3', 1_704_067_200_123]);
    const nanos = table.getChildAt(10)?.data[0]?.values as BigInt64Array;
    assert.deepEqual([...nanos], [1_704_067_200_123_456_789n, 1_704_067_200_123_456_789n]);
  });

  it('arrow has batches of 1024 rows', () => {
    const columns = [{ name: 'd', type: 'double' }] as const;
    const values = Array.from({ length: 2050 }, (_, at) => at / 2);
    const rows = values.map((value) => [value]);
    const table = tableFromIPC(encoded({ columns, rows }, { format: 'arrow' }));
    assert.equal(table.batches.length, 3);
    assert.deepEqual([...(table.getChildAt(0) ?? [])], values);
    const none = tableFromIPC(encoded({ columns, rows: [] }, { format: 'arrow' }));
    assert.deepEqual([none.numRows, none.numCols], [0, 1]);
  });

  it('arrow contains lists, nulls and empty texts of every type', () => {
    const types = ['boolean', 'long', 'unsigned_long', 'keyword', 'date', 'date_nanos'] as const;
    const columns = types.map((type) => ({ name: type, type }));
    const rows = [
      [[1, 0], [1, 2n ** 62n], 2n ** 63n, '', [1000, -1], [1n, 2n ** 62n]],
      [1, 3, null, ['', 'b'], null, 4n],
      [null, null, 7, null, 5, null],
    ];
    const table = tableFromIPC(encoded({ columns, rows }, { format: 'arrow' }));
    const shown = types.map((_, at) =>
      Array.from(table.getChildAt(at) ?? [], (value: unknown) =>
        typeof value === 'object' && value !== null ? [...(value as Iterable<unknown>)] : value,
      ),
    );
    assert.deepEqual(shown, [
      [[true, false], [true], null],
      [[1n, 2n ** 62n], [3n], null],
      [2n ** 63n, null, 7n],
      [[''], ['', 'b'], null],
      [[1000, -1], null, [5]],
      [[0.000001, Number(2n ** 62n) / 1e6], [0.000004], null],
    ]);
  });

  it('cbor distinguishes doubles from integers', () => {
    const columns = [
      { name: 'd', type: 'double' },
      { name: 'i', type: 'integer' },
    ] as const;
    const bytes = encoded({ columns, rows: [[1, 1]] }, { format: 'cbor' });
    assert.equal(bytes.subarray(-11).toString('hex'), '82fb3ff000000000000001');
  });
});

function columnWidths(line: string): readonly number[] {
  return line.split('|').map(({ length }) => length);
}
