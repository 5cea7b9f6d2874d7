import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeTable } from '../formats/encode-table.ts';
import { plainForm } from '../formats/format.ts';
import { prettyPieces } from './write-reply.ts';

it('indents objects and arrays, and does not change strings and numbers', () => {
  const text = '{"a":[1,{"b":"x, \\"{y\\": z"}],"c":{ },"d":[],"e":12345678901234567890.10}';
  const laidOut = [
    '{',
    '  "a" : [',
    '    1,',
    '    {',
    '      "b" : "x, \\"{y\\": z"',
    '    }',
    '  ],',
    '  "c" : { },',
    '  "d" : [],',
    '  "e" : 12345678901234567890.10',
    '}',
    '',
  ];
  assert.equal([...prettyPieces([text])].join(''), laidOut.join('\n'));
});

it('a result in pieces is indented, with empty lists in one line', () => {
  const columns = [{ name: 'n', type: 'integer' as const }];
  const table = { columns, rows: [] };
  const document = {
    before: {},
    table,
    namesColumns: true,
    rowsMember: 'values' as const,
    after: {},
  };
  const pieces = encodeTable(document, { form: plainForm, columnar: false, zone: 'UTC' });
  assert.equal(
    [...prettyPieces(pieces)].join(''),
    '{\n  "columns" : [\n    {\n      "name" : "n",\n      "type" : "integer"\n    }\n  ],\n  "values" : []\n}\n',
  );
});
