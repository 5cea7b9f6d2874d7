import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Table,
  tableFromArrays,
  tableToIPC,
  TimeUnit,
  Timestamp,
  vectorFromArray,
} from 'apache-arrow';
import { encode } from 'cbor2';
import { decodeTable, type TableLayout } from './decode-table.ts';
import type { Format } from './formats.ts';
import { named } from './table.ts';

const plain: TableLayout = { hasNames: true, isColumnar: false };

function read(format: Format, body: string | Uint8Array, layout: Partial<TableLayout> = {}) {
  const { columns, rows } = decodeTable(format, Buffer.from(body), { ...plain, ...layout });
  return { names: columns.map(({ name }) => name), rows };
}

const texts = {
  names: ['n', 'word'],
  rows: [
    ['1', 'odd'],
    ['20', 'even, more'],
  ],
};

const tables: readonly (readonly [string, Format, string])[] = [
  ['csv with CR LF', 'csv', 'n,word\r\n1,odd\r\n20,"even, more"\r\n'],
  ['csv with LF and quoted names', 'csv', '"n","word"\n"1","odd"\n"20","even, more"'],
  [
    'csv in quotes behind a byte order mark',
    'csv',
    '\uFEFF"n","word"\r\n"1","odd"\r\n"20","even, more"\r\n',
  ],
  ['tsv', 'tsv', 'n\tword\n1\todd\n20\teven, more\n'],
  ['tsv with CR LF between its lines', 'tsv', 'n\tword\r\n1\todd\r\n20\teven, more'],
  [
    'txt with bars',
    'txt',
    '   n  |   word   \n------+----------\n1     |odd       \n20    |even, more\n',
  ],
  [
    'txt with bars around',
    'txt',
    '+----+------------+\n| n  | word       |\n+====+============+\n| 1  | odd        |\n| 20 | even, more |\n',
  ],
  [
    'txt with cells to the right',
    'txt',
    '             n|           word\n--------------+---------------\n             1|            odd\n            20|     even, more\n',
  ],
  ['txt without a rule', 'txt', 'n     |word      \n1     |odd       \n20    |even, more\n'],
  [
    'txt with other line ends and lines around',
    'txt',
    '\r\n  n   |   word   \r\n------+----------\r\n1     |odd       \r\n20    |even, more\r\n\r\n',
  ],
  ['txt with gaps', 'txt', ' n   word\n---  ----------\n  1  odd\n 20  even, more\n'],
  ['md', 'md', '| n | word |\n| --- | --- |\n| 1 | odd |\n| 20 | even, more |\n'],
  [
    'md in columns with sides and carriage returns',
    'md',
    '|  n   |  word        |\r\n|  --:  |  ---------:  |\r\n|  1    |  odd         |\r\n|  20   |  even, more  |\r\n',
  ],
  ['md without blanks', 'md', '|n|word|\n|---|---|\n|1|odd|\n|20|even, more|\n'],
  ['md without blanks and bars around', 'md', 'n|word\n---|---\n1|odd\n20|even, more\n'],
  ['md without bars around', 'md', 'n | word\n:-|-:\n1 | odd\n20 | even, more'],
];

for (const [what, format, text] of tables) {
  test(`a table in ${what}`, () => assert.deepEqual(read(format, text), texts));
}

test('a txt table with one column and a centred name', () => {
  const expected = { names: ['n'], rows: [['3000'], ['20']] };
  assert.deepEqual(read('txt', '   n   \n-------\n3000   \n20     \n'), expected);
});

const paddings: readonly (readonly [string, readonly [string, string, string]])[] = [
  ['UTF-16 units', ['日本  ', '😀  ', 'é   ']],
  ['characters', ['日本  ', '😀   ', 'é   ']],
  ['columns of a terminal', ['日本', '😀  ', 'é   ']],
  ['bytes', ['日 ', '😀', 'é  ']],
];

for (const [measure, padded] of paddings) {
  test(`the columns of a txt table may be aligned by ${measure}`, () => {
    for (const gap of ['|', '  ']) {
      const lines = ['word', ...padded].map((word, at) => `${word}${gap}${at === 0 ? 'n' : at}`);
      const expected = {
        names: ['word', 'n'],
        rows: padded.map((word, at) => [word.trim(), `${at + 1}`]),
      };
      assert.deepEqual(read('txt', `${lines.join('\n')}\n`), expected);
    }
  });
}

test('columns without names are numbered', () => {
  const expected = { names: ['1', '2'], rows: [['1', 'odd']] };
  assert.deepEqual(read('csv', '1,odd\n', { hasNames: false }), expected);
  assert.deepEqual(read('txt', '1    |odd\n', { hasNames: false }), expected);
});

test('a first line that may contain the names', () => {
  const open = (text: string) =>
    decodeTable('csv', Buffer.from(text), { ...plain, hasNames: undefined });
  const expected = { columns: [{ name: 'a' }, { name: 'b' }], rows: [['1', 'x']], isText: true };
  assert.deepEqual(named(open('a,b\n1,x\n'), ['a', 'b']), expected);
  assert.deepEqual(named(open('1,x\n'), ['a', 'b']), expected);
  assert.deepEqual(named(open('a\n'), ['a', 'b']).columns, [{ name: '1' }]);
  assert.deepEqual(named(open(''), ['a', 'b']).rows, []);
});

test('a text in another character set', () => {
  const body = Buffer.from('n,word\n1,größer\n', 'latin1');
  assert.deepEqual(read('csv', body, { charset: 'iso-8859-1' }).rows, [['1', 'größer']]);
  assert.throws(() => read('csv', body), { name: 'DecodeError', message: /utf-8/ });
});

test('a columnar result without rows, with and without lists', () => {
  for (const values of [[], [[], []]]) {
    const text = JSON.stringify({ ...result, values });
    assert.deepEqual(read('json', text, { isColumnar: true }), { names: ['n', 'x'], rows: [] });
  }
});

test('csv with another delimiter, and Markdown with escaped pipes', () => {
  const delimited = read('csv', 'a;b\n1;"x;y"\n', { delimiter: ';' });
  assert.deepEqual(delimited, { names: ['a', 'b'], rows: [['1', 'x;y']] });
  assert.deepEqual(read('md', '| a |\n|---|\n| x\\|y |').rows, [['x|y']]);
  const bare = 'a | b | c\n--- | --- | ---\n 1 |  | \n  | 2 |  \n | | 3\n';
  assert.deepEqual(read('md', bare).rows, [
    ['1', '', ''],
    ['', '2', ''],
    ['', '', '3'],
  ]);
  assert.throws(() => read('md', '| a | b |\n|---|---|\n| 1 |'), /row 1 has 1 cells instead of 2/);
});

const result = {
  columns: [
    { name: 'n', type: 'integer' },
    { name: 'x', type: 'double' },
  ],
  values: [
    [1, 0.5],
    [null, 2],
  ],
};

test('documents in JSON, CBOR and YAML, by row and by column', () => {
  const expected = { names: ['n', 'x'], rows: result.values };
  assert.deepEqual(read('json', JSON.stringify(result)), expected);
  assert.deepEqual(read('cbor', encode(result)), expected);
  assert.deepEqual(
    read('yaml', 'columns: [{name: n}, {name: x}]\nvalues:\n- [1, 0.5]\n- - ~\n  - 2.0\n'),
    expected,
  );
  const columnar = {
    ...result,
    values: [
      [1, null],
      [0.5, 2],
    ],
  };
  assert.deepEqual(read('json', JSON.stringify(columnar), { isColumnar: true }), expected);
});

test('CBOR without lengths, with texts in pieces and numbers in their longest form', () => {
  const text = (word: string): string =>
    `7f${Array.from(word, (letter) => `61${Buffer.from(letter).toString('hex')}`).join('')}ff`;
  const list = (...items: readonly string[]): string => `9f${items.join('')}ff`;
  const column = (name: string): string => `bf${text('name')}${text(name)}ff`;
  const rows = [list('1b0000000000000001', 'fb3fe0000000000000'), list('f6', 'fb4000000000000000')];
  const columns = `${text('columns')}${list(column('n'), column('x'))}`;
  const body = Buffer.from(`bf${columns}${text('values')}${list(...rows)}ff`, 'hex');
  assert.deepEqual(read('cbor', body), { names: ['n', 'x'], rows: result.values });
});

test('Arrow streams', () => {
  const table = tableFromArrays({
    n: Int32Array.from([1, 2]),
    long: BigInt64Array.from([1n, 2n ** 60n]),
    word: ['odd', 'even'],
  });
  const expected = {
    names: ['n', 'long', 'word'],
    rows: [
      [1, 1, 'odd'],
      [2, 2n ** 60n, 'even'],
    ],
  };
  assert.deepEqual(read('arrow', tableToIPC(table, 'stream')), expected);
  assert.throws(() => read('arrow', tableToIPC(table, 'file')), /not a stream/);
});

test('an Arrow timestamp has an offset only if its type names a time zone', () => {
  const moments = (timezone: string | null) =>
    vectorFromArray([new Date(0)], new Timestamp(TimeUnit.MILLISECOND, timezone));
  const table = new Table({ zoned: moments('UTC'), plain: moments(null) });
  assert.deepEqual(read('arrow', tableToIPC(table, 'stream')).rows, [
    ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000'],
  ]);
});

const wrong: readonly (readonly [string, Format, string, RegExp])[] = [
  ['a csv row that is too short', 'csv', 'a,b\n1\n', /row 1 has 1 cells/],
  ['an unclosed quotation mark', 'csv', 'a,b\n"1,2\n', /quote/i],
  ['misaligned columns', 'txt', 'a | b\n--+--\n1  | 2\n', /aligned/],
  ['md without a line of dashes', 'md', '| a |\n| 1 |\n', /dashes/],
  ['a document without values', 'json', '{"columns":[]}', /values/],
  ['a row that is too long', 'json', '{"columns":[{"name":"a"}],"values":[[1,2]]}', /2 values/],
  ['invalid YAML', 'yaml', 'a: [', / at line 1/],
  ['YAML of many errors', 'yaml', ']'.repeat(20_000), /^(?!.* at line 1)/],
  ['invalid CBOR', 'cbor', '\u0000\u0000', /./],
  ['invalid Arrow', 'arrow', '{"columns":[]}', /./],
];

for (const [what, format, body, message] of wrong) {
  test(`refused: ${what}`, () =>
    assert.throws(() => read(format, body), { name: 'DecodeError', message }));
}

test('a table in YAML is read as both versions of it, where they differ', () => {
  const layout = { isColumnar: false, hasNames: true };
  const yaml = 'columns: [{name: n, type: keyword}]\nvalues: [[1e5], [WORD]]\n';
  const rowsIn = (word: string): readonly unknown[] => {
    const { rows, otherwise } = decodeTable(
      'yaml',
      Buffer.from(yaml.replace('WORD', word)),
      layout,
    );
    return [rows, otherwise?.rows];
  };
  assert.deepEqual(rowsIn('x'), [
    [[100_000], ['x']],
    [['1e5'], ['x']],
  ]);
  assert.deepEqual(rowsIn('yes'), [
    [[100_000], ['yes']],
    [['1e5'], [true]],
  ]);
  const table = decodeTable('yaml', Buffer.from('columns: [{name: a}]\nvalues: [[1]]\n'), layout);
  assert.equal(table.otherwise, undefined);
});
