import type { JsonValue } from '../base/json.ts';
import { encodeIp } from '../store/ip.ts';
import type { OutputColumn } from '../plan/plan.ts';
import { encodeTable } from '../formats/encode-table.ts';
import type { AnswerForm } from '../formats/format.ts';
import { plainForm } from '../formats/format.ts';
import type { TableDocument, WritableTable } from '../formats/table-document.ts';

/** The last cells of both rows. */
const sameInBoth = [
  encodeIp('127.0.0.1') ?? null,
  '1.2.3',
  1_704_067_200_123,
  1_704_067_200_123_456_789n,
  null,
];

/** A table with a column of every type and two rows, with values that are difficult to encode. */
export const sample: WritableTable = {
  columns: [
    { name: 'yes', type: 'boolean' },
    { name: 'i', type: 'integer' },
    { name: 'l', type: 'long' },
    { name: 'u', type: 'unsigned_long' },
    { name: 'd', type: 'double' },
    { name: 'k', type: 'keyword' },
    { name: 't', type: 'text' },
    { name: 'ip', type: 'ip' },
    { name: 'v', type: 'keyword' },
    { name: 'at', type: 'date' },
    { name: 'n', type: 'date_nanos' },
    { name: 'z', type: 'null' },
  ],
  rows: [
    [
      1,
      7,
      9_223_372_036_854_775_807n,
      18_446_744_073_709_551_615n,
      1,
      ['a"b', 'c|d'],
      'no',
      ...sameInBoth,
    ],
    [0, null, -5, 5, -2.5, 'über 😀', 'x, y', ...sameInBoth],
  ],
};

const at = '2024-01-01T01:00:00.123+01:00';
const nanos = '2024-01-01T01:00:00.123456789+01:00';

/** The rows of the sample in a document with the time zone `+01:00`; unsafe integers are bigint. */
export const sampleRows: readonly (readonly JsonValue[])[] = [
  [
    true,
    7,
    9_223_372_036_854_775_807n,
    18_446_744_073_709_551_615n,
    1,
    ['a"b', 'c|d'],
    'no',
    '127.0.0.1',
    '1.2.3',
    at,
    nanos,
    null,
  ],
  [false, null, -5, 5, -2.5, 'über 😀', 'x, y', '127.0.0.1', '1.2.3', at, nanos, null],
];

/** Returns a table of texts. */
export function textTable(
  names: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): WritableTable {
  const columns = names.map((name): OutputColumn => ({ name, type: 'keyword' }));
  return { columns, rows: rows.map((row) => names.map((_, at) => row[at] ?? null)) };
}

function documentOf(table: WritableTable | undefined): TableDocument {
  const before = { took: 3, is_partial: false };
  return { before, table, namesColumns: true, rowsMember: 'values', after: {} };
}

/** Returns a whole table, encoded in a format. */
export function encoded(
  table: WritableTable | undefined,
  form: Partial<AnswerForm>,
  columnar = false,
): Buffer {
  const options = { form: { ...plainForm, ...form }, columnar, zone: '+01:00' };
  const pieces = [...encodeTable(documentOf(table), options)];
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece ?? '')));
}
