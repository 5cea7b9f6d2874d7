import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonPath } from './json-range.ts';
import { findJson } from './json-range.ts';
import type { JsonObject } from './json.ts';
import { checkDuplicates, maxDepth, parseJson, locationOf, locationOfValue } from './json.ts';
import { writeJson } from './write-json.ts';

function rawTextOf(text: string, path: JsonPath): string | undefined {
  const place = findJson(text, path);
  return place && text.slice(place.start, place.end);
}

test('blanks between values have a limit, and those in strings have none', () => {
  const blanks = ' '.repeat(1_000_000);
  assert.deepEqual(parseJson(`{"a":${blanks}1}`), { a: 1 });
  assert.deepEqual(parseJson(`["${blanks} "${blanks}]`), [`${blanks} `]);
  assert.throws(() => parseJson(`{"a": ${blanks}1}`), /more than the \[1000000\] blanks/);
});

test('refuses a text that is not one JSON value, with the location of the error', () => {
  const wrong = [
    ['{"a":NaN}', '[1:6]'],
    ['{"a":1,}', '[1:8]'],
    ['', '[1:1]'],
    ['[1,\n 2,', '[2:4]'],
  ] as const;
  for (const [text, place] of wrong) {
    assert.throws(
      () => parseJson(text),
      (error: Error) => error.name === 'ServiceError' && error.message.startsWith(place),
      text,
    );
  }
});

test('keeps the digits of long integers, wherever they are in a text', () => {
  for (let digits = 14; digits < 40; digits++) {
    const written = '7'.repeat(digits);
    for (let before = 0; before < 20; before++) {
      const value = parseJson(`{"${'a1'.repeat(before)}":${written}}`);
      assert.deepEqual(Object.values(value as JsonObject).map(String), [written]);
    }
  }
});

test('tells a text that is cut off, and a second value, from other errors', () => {
  const kinds = [
    ['{"a":1', 'x_content_e_o_f_exception'],
    ['{"a":1}{}', 'parsing_exception'],
    ['{"a":1,}', 'x_content_parse_exception'],
    ['{"a": after JSON}', 'x_content_parse_exception'],
  ] as const;
  for (const [text, type] of kinds) assert.throws(() => parseJson(text), { type }, text);
});

test('refuses values that nest too deep', () => {
  const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  assert.equal(writeJson(parseJson(nest(maxDepth))), nest(maxDepth));
  assert.throws(() => parseJson(nest(maxDepth + 1)), /exceeds the maximum allowed/);
  assert.throws(() => parseJson('['.repeat(100_000)), { name: 'ServiceError' });
});

test('large integers keep all their digits', () => {
  const text = '{"a":9223372036854775807,"b":1.5,"c":"1234567890123456789"}';
  assert.equal(writeJson(parseJson(text)), text);
});

test('locates members in the text', () => {
  const text = '{"a": {"b": [1, 2.0]},\n "c": 3}';
  assert.equal(locationOf(text, ['c']), '2:2');
  assert.equal(locationOfValue(text, ['c']), '2:7');
  assert.equal(locationOfValue(text, ['a', 'b', 1]), '1:17');
  assert.equal(rawTextOf(text, ['a', 'b', 1]), '2.0');
  assert.equal(rawTextOf(text, ['x']), undefined);
});

for (const [what, text, path, place] of [
  ['the last element', `[${'{"a":[1]},'.repeat(50_000)}7]`, [50_000], '1:500002'],
  ['a member after a long list', `{"a":[${'1,'.repeat(250_000)}1],"b":7}`, ['b'], '1:500014'],
  ['the last member', `{${'"a":1,'.repeat(80_000)}"b":7}`, ['b'], '1:480006'],
  ['a member on the last line', `{${'\n'.repeat(50_000)}"b":7}`, ['b'], '50001:5'],
] as const) {
  test(`finds ${what} of a long text`, () => assert.equal(locationOfValue(text, path), place));
}

test('refuses a duplicate member, with its location', () => {
  checkDuplicates('{"a":{"b":1,"c":["b",{"b":"a"},"b"]},"b":"a"}');
  const twice = [
    ['{"a":1,\n "a":2}', /^\[2:2\] Duplicate field 'a'$/],
    ['[{"x":[{"y":1},2],"z":"\\\\","\\u0078":3}]', /^\[1:28\] Duplicate field 'x'$/],
  ] as const;
  for (const [text, message] of twice) {
    assert.throws(() => checkDuplicates(text), { name: 'ServiceError', message });
  }
});

test('locates members after and inside of values of any type', () => {
  const text =
    '{ "a\\u0062": [ {"x": "]}\\"," }, [[1], -2.5e3 , true], null ], "c" : {}, "d":[],"e":"" }';
  assert.equal(rawTextOf(text, ['ab', 0, 'x']), '"]}\\","');
  assert.equal(rawTextOf(text, ['ab', 1]), '[[1], -2.5e3 , true]');
  assert.equal(rawTextOf(text, ['ab', 1, 1]), '-2.5e3');
  assert.equal(rawTextOf(text, ['ab', 2]), 'null');
  assert.equal(rawTextOf(text, ['c']), '{}');
  assert.equal(rawTextOf(text, ['e']), '""');
  assert.equal(rawTextOf(text, []), text);
  for (const path of [['d', 0], ['ab', 3], ['c', 'x'], ['e', 0], ['x']]) {
    assert.equal(rawTextOf(text, path), undefined);
  }
});

test('writes each character of a text as JSON.stringify does', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}`;
    assert.equal(writeJson({ [text]: text }), JSON.stringify({ [text]: text }));
  }
  for (const text of ['', '😀', '\ud83d', 'x'.repeat(65), `${'x'.repeat(64)}"`]) {
    assert.equal(writeJson(text), JSON.stringify(text));
  }
});
