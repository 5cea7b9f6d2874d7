import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileDissect } from './dissect.ts';
import type { Extraction } from './extraction.ts';
import { compileGrok } from './grok.ts';
import { grokLibrary } from './grok-library.ts';

/** A pattern, a text, and the expected columns. */
const groks: readonly (readonly [pattern: string, text: string, found: object | undefined])[] = [
  ['%{WORD:b} %{INT:a:int}', 'x -5', { a: -5, b: 'x' }],
  ['%{NUMBER:n:double}', 'n=1.5e', { n: 1.5 }],
  ['^%{WORD:a}$', 'x y', undefined],
  ['%{WORD:a}(?: %{WORD:b})?', 'x', { a: 'x', b: undefined }],
  ['%{WORD:a} %{WORD:a}', 'x y', { a: ['x', 'y'] }],
  [String.raw`(?<day>\d{2})[./](?<month>\d+)`, 'on 24.12', { day: '24', month: '12' }],
  ['(?i)error|(?<w>warn)', 'WARN', { w: 'WARN' }],
  ['%{IP:a} %{IP:b}', 'from fe80::1:2 10.0.0.255.', { a: 'fe80::1:2', b: '10.0.0.255' }],
  [
    '%{TIMESTAMP_ISO8601:t}',
    '2023-01-23 12:15:00,123+02:00',
    { t: '2023-01-23 12:15:00,123+02:00' },
  ],
  ['%{HTTPDATE:t}', '[10/Oct/2000:13:55:36 -0700]', { t: '10/Oct/2000:13:55:36 -0700' }],
  ['%{QS:q}', String.raw`a "b\"c" d`, { q: String.raw`"b\"c"` }],
  ['%{URI:u}', 'see http://u:p@x.org:80/a?b=c', { u: 'http://u:p@x.org:80/a?b=c' }],
  ['%{LOGLEVEL:l:string} %{GREEDYDATA:m}', 'ERROR out of it', { l: 'ERROR', m: 'out of it' }],
  ['a{2,3}?(?<x>a*)', 'aaaa', { x: 'aa' }],
  ['[[:upper:]]+[^a-c\\]]', 'abXYd', {}],
];

const dissects: readonly (readonly [pattern: string, text: string, found: object | undefined])[] = [
  ['%{a} %{b}', 'x y z', { a: 'x', b: 'y z' }],
  ['[%{a}]', '[x]', { a: 'x' }],
  ['[%{a}]', 'x]', undefined],
  ['%{a},%{b}', 'x', undefined],
  ['%{a},%{},%{b}', 'x,,', { a: 'x', b: '' }],
  ['%{a->} %{?b} %{c}', 'x    y z', { a: 'x', c: 'z' }],
  ['%{+n/2} %{+n/1}', 'x y', { n: 'y-x' }],
];

const refused: readonly (readonly [pattern: string, reason: RegExp])[] = [
  ['%{WORDS:a}', /Unable to find pattern \[WORDS\] .*did you mean \[WORD\]/],
  ['%{WORD:a:date}', /the type \[date\]/],
  ['(?=a)', /invalid or unsupported Perl syntax/],
  ['(a', /missing closing \)/],
  ['a)', /unexpected \)/],
  ['[a', /missing closing \]/],
  ['*', /missing argument to repetition operator/],
  ['(?:a{1000}){1000}', /invalid repeat count/],
  ['(?:abcdefghij){999}'.repeat(5), /too long/],
  ['('.repeat(2000), /nesting depth|missing closing/],
];

/** Expressions for which a backtracking engine takes exponential time. */
const greedy: readonly string[] = ['(a+)+b', '(a*)*b', '(a|aa)+b', '(.*)(.*)(.*)(.*)(.*)x'];

describe('patterns', () => {
  for (const [pattern, text, found] of groks) {
    test(`grok ${pattern}`, () => {
      assert.deepEqual(extracted(compileGrok(pattern), text), found);
    });
  }

  for (const [pattern, text, found] of dissects) {
    test(`dissect ${pattern}`, () => {
      assert.deepEqual(extracted(compileDissect(pattern, '-'), text), found);
    });
  }

  for (const [pattern, reason] of refused) {
    test(`grok ${pattern.slice(0, 30)} is refused`, () => {
      assert.throws(() => compileGrok(pattern), { name: 'ServiceError', message: reason });
    });
  }

  test('every pattern of the library is valid', () => {
    for (const name of grokLibrary.keys()) assert.ok(compileGrok(`%{${name}:x}`));
  });

  test('the time of a search is proportional to the length of the text', () => {
    const started_ms = performance.now();
    for (const pattern of greedy) compileGrok(pattern).extract('a'.repeat(5000));
    assert.ok(performance.now() - started_ms < 20_000);
  });
});

function extracted({ columns, extract }: Extraction, text: string): object | undefined {
  const values = extract(text);
  if (values.length < columns.length) return undefined;
  const shown = values.map((list) => (list.length > 1 ? list : list[0]));
  return Object.fromEntries(columns.map(({ name }, at) => [name, shown[at]]));
}
