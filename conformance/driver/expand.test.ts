import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KitFault, Mismatch } from '../base/errors.ts';
import { expand, type ExpansionContext } from './expand.ts';
import { uniqueNames } from './names.ts';

const values = new Map<string, unknown>([
  ['books', 'ck-1-books'],
  ['scroll_id', 'a+b/c="'],
  ['last', [1730000000123456789n, 'x']],
]);

/** A text, its context, and the expected result. */
const cases: readonly (readonly [string, ExpansionContext, string])[] = [
  ['/$books/_doc/1', 'path', '/ck-1-books/_doc/1'],
  ['/_search/scroll/$scroll_id', 'path', '/_search/scroll/a%2Bb%2Fc%3D%22'],
  ['{"scroll_id": "$scroll_id"}', 'json', '{"scroll_id": "a+b/c=\\""}'],
  ['{"search_after": $last}', 'json', '{"search_after": [1730000000123456789,"x"]}'],
  ['{"price": "5 $$", "i": "${books}x"}', 'json', '{"price": "5 $", "i": "ck-1-booksx"}'],
  ['FROM $books', 'plain', 'FROM ck-1-books'],
];

for (const [text, place, expected] of cases) {
  test(`${text} in ${place}`, () => assert.equal(expand(text, values, place), expected));
}

test('a value that the server did not send is a mismatch of the server', () => {
  const lacking = new Map([['key_id', new Mismatch('a value', 'absent', 'no API key')]]);
  for (const place of ['plain', 'path', 'json'] as const)
    assert.throws(() => expand('"$key_id"', lacking, place), Mismatch);
});

test('an unknown name is a kit fault', () => {
  assert.throws(() => expand('{"i": "$boks"}', values, 'json'), KitFault);
});

test('every alias of a list becomes unique', () => {
  assert.equal(
    uniqueNames('ck-1-', 'a, b*,-c,<d-{now/d}>,_all'),
    'ck-1-a,ck-1-b*,-ck-1-c,<ck-1-d-{now/d}>,_all',
  );
});
