import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerForm } from './format.ts';
import type { WritableTable } from './table-document.ts';
import { encoded, textTable } from '../testing/sample-table.ts';

const words = textTable(
  ['string', 'note'],
  [
    ['plain', 'x'],
    ['a,b', undefined],
    ['say "so"', 'two\r\nlines'],
    ['a\tb|c;d', ' spaced '],
  ],
);

/** Texts that are written in several pieces, whose ends are within a character, and within a line end. */
const long = '😀'.repeat(70_000);
const ended = `${'x'.repeat(65_535)}\r\n`;

const figures: WritableTable = {
  columns: [
    { name: 'keyword', type: 'keyword' },
    { name: 'integer', type: 'integer' },
  ],
  rows: [['keyword0', 0]],
};

const empty: WritableTable = { columns: [{ name: 'name', type: 'keyword' }], rows: [] };

const several: WritableTable = {
  columns: [{ name: 'm', type: 'integer' }],
  rows: [[[1, 2]]],
};

type Layout = readonly [name: string, WritableTable | undefined, Partial<AnswerForm>, string];

const layouts: readonly Layout[] = [
  [
    'csv quotes only the cells that need it',
    words,
    { format: 'csv' },
    'string,note\r\nplain,x\r\n"a,b",\r\n"say ""so""","two\r\nlines"\r\na\tb|c;d, spaced \r\n',
  ],
  [
    'csv without column names',
    words,
    { format: 'csv', header: false },
    'plain,x\r\n"a,b",\r\n"say ""so""","two\r\nlines"\r\na\tb|c;d, spaced \r\n',
  ],
  [
    'csv with another delimiter',
    words,
    { format: 'csv', delimiter: ';' },
    'string;note\r\nplain;x\r\na,b;\r\n"say ""so""";"two\r\nlines"\r\n"a\tb|c;d"; spaced \r\n',
  ],
  ['csv in pieces', textTable(['t'], [[`x${long}"`]]), { format: 'csv' }, `t\r\n"x${long}"""\r\n`],
  [
    'md in pieces',
    textTable(['t'], [[ended + long]]),
    { format: 'md' },
    `| t |\n| --- |\n| ${'x'.repeat(65_535)}<br>${long} |\n`,
  ],
  ['csv quotes names', textTable(['"special"'], []), { format: 'csv' }, '"""special"""\r\n'],
  ['csv with multi-values', several, { format: 'csv' }, 'm\r\n"[1, 2]"\r\n'],
  ['csv without rows', empty, { format: 'csv' }, 'name\r\n'],
  ['csv before there is a result', undefined, { format: 'csv' }, ''],
  [
    'tsv escapes tabs and line ends',
    words,
    { format: 'tsv' },
    'string\tnote\nplain\tx\na,b\t\nsay "so"\ttwo\\r\\nlines\na\\tb|c;d\t spaced \n',
  ],
  ['tsv without column names', several, { format: 'tsv', header: false }, '[1, 2]\n'],
  [
    'md escapes pipes',
    words,
    { format: 'md' },
    '| string | note |\n| --- | --- |\n| plain | x |\n| a,b |  |\n| say "so" | two<br>lines |\n| a\tb\\|c;d |  spaced  |\n',
  ],
  [
    'md always has column names',
    several,
    { format: 'md', header: false },
    '| m |\n| --- |\n| [1, 2] |\n',
  ],
  [
    'txt centres column names',
    figures,
    { format: 'txt' },
    '    keyword    |    integer    \n---------------+---------------\nkeyword0       |0              \n',
  ],
  [
    'txt without column names',
    figures,
    { format: 'txt', header: false },
    'keyword0       |0              \n',
  ],
  ['txt without rows', empty, { format: 'txt' }, '     name      \n---------------\n'],
  [
    'txt with a wide cell',
    textTable(['n'], [['x'.repeat(18)], [undefined]]),
    { format: 'txt' },
    `        n         \n${'-'.repeat(18)}\n${'x'.repeat(18)}\nnull${' '.repeat(14)}\n`,
  ],
  [
    'txt keeps each row in one line',
    textTable(['n'], [['a\nb']]),
    { format: 'txt', header: false },
    'a\\nb           \n',
  ],
  [
    'json',
    several,
    {},
    '{"took":3,"is_partial":false,"columns":[{"name":"m","type":"integer"}],"values":[[[1,2]]]}',
  ],
  ['json before there is a result', undefined, {}, '{"took":3,"is_partial":false}'],
  [
    'json without rows',
    empty,
    {},
    '{"took":3,"is_partial":false,"columns":[{"name":"name","type":"keyword"}],"values":[]}',
  ],
  [
    'yaml',
    several,
    { format: 'yaml' },
    '---\ntook: 3\nis_partial: false\ncolumns:\n- {"name":"m","type":"integer"}\nvalues:\n- [[1,2]]\n',
  ],
  [
    'yaml without rows',
    empty,
    { format: 'yaml' },
    '---\ntook: 3\nis_partial: false\ncolumns:\n- {"name":"name","type":"keyword"}\nvalues: []\n',
  ],
];

describe('layouts', () => {
  for (const [name, table, form, text] of layouts) {
    it(name, () => {
      assert.equal(encoded(table, form).toString('utf8'), text);
    });
  }

  it('writes columns instead of rows', () => {
    const columnar = JSON.parse(encoded(words, {}, true).toString('utf8')) as { values: unknown };
    assert.deepEqual(columnar.values, [
      ['plain', 'a,b', 'say "so"', 'a\tb|c;d'],
      ['x', null, 'two\r\nlines', ' spaced '],
    ]);
  });
});
