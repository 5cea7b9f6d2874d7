import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { encodeDocument } from './encode.ts';

test('YAML means the same in versions 1.1 and 1.2', () => {
  const value = {
    texts: [
      '+13:45',
      '+01:00',
      '2024-02-29',
      '2024-02-29T12:00:00Z',
      'yes',
      'n',
      '1_000',
      '0b1',
      '<<',
    ],
    numbers: [1e300, -5e-7, 1.5e300, 0.25, -0.000_001, 7, 2 ** 53],
    query: 'FROM books | WHERE n > 1\n| LIMIT 3 # all\n',
  };
  const text = encodeDocument('yaml', value).toString();
  assert.deepEqual(parse(text), value);
  assert.deepEqual(parse(text, { version: '1.1' }), value);
  assert.doesNotMatch(text, /\s-?\de/);
});
