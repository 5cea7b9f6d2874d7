import assert from 'node:assert/strict';
import { it } from 'node:test';
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
