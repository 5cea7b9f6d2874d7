import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonValue } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import { parseQueryText } from './parse-query-text.ts';
import { readParams } from './read-params.ts';

const expression = `{QUOTED_STRING, INTEGER_LITERAL, DECIMAL_LITERAL, 'false', 'not', 'null', '?', 'true', '+', '-', '??', NAMED_OR_POSITIONAL_PARAM, '(', '[', UNQUOTED_IDENTIFIER, QUOTED_IDENTIFIER}`;
const name = `{UNQUOTED_IDENTIFIER, QUOTED_IDENTIFIER, '?', '??'}`;
const depth = 'the statement exceeded the maximum expression depth allowed (500)';

const texts: readonly (readonly [text: string, reason: string])[] = [
  ['', "line 1:1: mismatched input '<EOF>' expecting {'from', 'row', 'show'}"],
  ['fro i', "line 1:1: mismatched input 'fro' expecting {'from', 'row', 'show'}"],
  ['from', "line 1:5: mismatched input '<EOF>' expecting {UNQUOTED_SOURCE, QUOTED_STRING}"],
  ['from i,', "line 1:8: mismatched input '<EOF>' expecting {UNQUOTED_SOURCE, QUOTED_STRING}"],
  [
    'from i metadata _foo',
    'line 1:17: unsupported metadata field [_foo], the ones that are known are [_id, _ignored, _index, _source, _version]',
  ],
  ['from i\n| where a ==', `line 2:13: mismatched input '<EOF>' expecting ${expression}`],
  ['from i | where a == c b', `line 1:23: mismatched input 'b' expecting {<EOF>, '|', ','}`],
  ['from i | where a < b < c', `line 1:22: mismatched input '<' expecting {<EOF>, '|', ','}`],
  ['from i | where (a', `line 1:18: mismatched input '<EOF>' expecting ')'`],
  ['from i | where a # b', "line 1:18: token recognition error at: '#'"],
  ['from i | where a == "x\ny"', `line 1:21: token recognition error at: '"x'`],
  ['from i | where a == "\\x"', String.raw`line 1:21: token recognition error at: '"\x"'`],
  ['from i /* x', "line 1:8: token recognition error at: '/* x'"],
  ['from i | where `a', "line 1:16: token recognition error at: '`a'"],
  [
    'row a = 1 | eval b = , c = 2 | keep 5 | limit x',
    `line 1:22: mismatched input ',' expecting ${expression}`,
  ],
  ['from i | limit -1', `line 1:16: mismatched input '-' expecting {INTEGER_LITERAL, '?'}`],
  [
    'from i | limit 1.5',
    'line 1:16: value of [limit 1.5] must be a non negative integer, found value [1.5] type [double]',
  ],
  [
    'from i | limit "a"',
    'line 1:16: value of [limit "a"] must be a non negative integer, found value [a] type [keyword]',
  ],
  ['from i | drop *', 'line 1:15: Removing all fields is not allowed [*]'],
  ['from i | sort a nulls', "line 1:22: mismatched input '<EOF>' expecting {'first', 'last'}"],
  ['from i | rename a', "line 1:18: mismatched input '<EOF>' expecting {'as', '=', '.'}"],
  ['from i | eval a.', `line 1:17: mismatched input '<EOF>' expecting ${name}`],
  ['from i | eval by = 1', `line 1:15: mismatched input 'by' expecting ${name}`],
  ['from i | stats', `line 1:15: mismatched input '<EOF>' expecting ${expression}`],
  [
    'from i | eval a = b::strin',
    'line 1:22: Unknown data type named [strin], did you mean [string]?',
  ],
  [
    'row a = date_parse("yyyy", "2024", {"time_zone": "UTC"}, 1)',
    "line 1:56: mismatched input ',' expecting ')'",
  ],
  [
    'row a = date_parse("yyyy", "2024", {time_zone: "UTC"})',
    "line 1:37: mismatched input 'time_zone' expecting QUOTED_STRING",
  ],
  ['from i | eval a = 1 fortnight', "line 1:21: Unexpected temporal unit: 'fortnight'"],
  ['from i | eval a = [1, "a"]', 'line 1:19: Values of a list must be of one type, found [1, "a"]'],
  [
    'from i | eval a = []',
    `line 1:20: mismatched input ']' expecting {QUOTED_STRING, INTEGER_LITERAL, DECIMAL_LITERAL, 'true'}`,
  ],
  [
    'from i | where a like 5',
    'line 1:23: Invalid pattern parameter type for like [5]: expected string, found integer',
  ],
  [
    'from i | from j',
    "line 1:10: mismatched input 'from' expecting {'drop', 'eval', 'keep', 'limit', 'mv_expand', 'rename', 'sort', 'stats', 'where'}",
  ],
  [`from i | where ${'('.repeat(600)}a${')'.repeat(600)}`, `line 1:517: ${depth}`],
  [`from i | where ${'not '.repeat(600)}a`, `line 1:2020: ${depth}`],
  [`from i | where ${'- '.repeat(600)}a`, `line 1:1018: ${depth}`],
  [`row a = ${'f('.repeat(600)}`, depth],
  [`row a = 1${' + 1'.repeat(600)}`, `line 1:9: ${depth}`],
  [`row a = 1${'::int'.repeat(600)}`, depth],
  [
    `row a = 1${' | limit 1'.repeat(500)}`,
    'ESQL statement exceeded the maximum query depth allowed (500)',
  ],
  [`row a = ${'1'.repeat(2000)}`, 'line 1:9: Number is longer than 1000 digits'],
];

const placeholders: readonly (readonly [text: string, params: JsonValue, reason: string])[] = [
  ['where a == ?', [], 'line 1:21: Not enough actual parameters 0'],
  ['where a == ? and b == ??', ['x'], 'line 1:32: Not enough actual parameters 1'],
  [
    'where a == ?0',
    ['x'],
    'line 1:21: No parameter is defined for position 0: there are [1] parameters',
  ],
  [
    'where a == ?3',
    ['x', 'y'],
    'line 1:21: No parameter is defined for position 3: there are [2] parameters',
  ],
  ['where a == ?1', [], 'line 1:21: No parameter is defined for position 1'],
  ['where a == ?n0', [{ n1: 1 }], 'line 1:21: Unknown query parameter [n0], did you mean [n1]?'],
  [
    'where a == ?n0',
    [{ n1: 1 }, { n3: 2 }],
    'line 1:21: Unknown query parameter [n0], did you mean any of [n1, n3]?',
  ],
  ['where a == ?zzzz', [{ n1: 1 }], 'line 1:21: Unknown query parameter [zzzz]'],
  [
    'where ?a == ? and ?1 == ??',
    [{ a: 1 }],
    'line 1:22: Inconsistent parameter declaration, use one of positional, named or anonymous params but not a combination of named and anonymous',
  ],
  [
    'where ??a == ?1',
    [{ a: 'x' }],
    'line 1:23: Inconsistent parameter declaration, use one of positional, named or anonymous params but not a combination of positional and named',
  ],
  [
    'keep ?n1',
    [{ n1: 'f1' }],
    'line 1:15: Query parameter [?n1][f1] declared as a constant, cannot be used as an identifier',
  ],
  [
    'eval a = ?f(1)',
    [{ f: 'abs' }],
    'line 1:19: Query parameter [?f][abs] declared as a constant, cannot be used as an identifier',
  ],
  [
    'rename ?1 as b',
    ['a'],
    'line 1:17: Query parameter [?1][a] declared as a constant, cannot be used as an identifier',
  ],
  [
    'where ??f1 == 1',
    [{ f1: { pattern: 'f1' } }],
    'line 1:16: Query parameter [??f1][f1] declared as a pattern, cannot be used as an identifier',
  ],
  ['where ??f1 == 1', [{ f1: null }], 'line 1:16: Query parameter [??f1] is null'],
  [
    'where ?? == 1',
    [5],
    'line 1:16: Query parameter [??][5] is not a string, cannot be used as an identifier',
  ],
  ['?c a', [{ c: 'keep' }], "line 1:10: mismatched input '?c' expecting {"],
  [
    'where a rlike ?',
    [1],
    'line 1:24: Invalid pattern parameter type for rlike [?]: expected string, found integer',
  ],
  [
    'limit ?',
    ['1 | drop a'],
    'line 1:16: value of [limit ?] must be a non negative integer, found value [1 | drop a] type [keyword]',
  ],
];

const shapes: readonly (readonly [params: JsonValue, reason: string])[] = [
  ['x', 'params must be an array'],
  [{ a: 1 }, 'params must be an array'],
  [[1, { n1: 2 }], 'Params cannot contain both named and unnamed parameters'],
  [[{ a: 1, b: 2 }], 'a parameter must be a value, or an object with one name'],
  [[{}], 'a parameter must be a value, or an object with one name'],
  [
    [{ '1-': 1 }],
    '[1-] is not a valid parameter name, a valid parameter name starts with a letter or underscore, and contains letters, digits and underscores only',
  ],
  ...[{}, { value: 1, pattern: 'x' }, { x: 1 }].map(
    (n) =>
      [
        [{ n }],
        '[n] must be a value, or an object with one of [value], [identifier] and [pattern]',
      ] as const,
  ),
  [[{ n: { identifier: 1 } }], '[1] is not a valid identifier, it must be a string'],
  [[{ n: [1, 'a'] }], 'n=[1,"a"] is not supported as a parameter'],
  [[[[1]]], '[[1]] is not supported as a parameter'],
  [[{ n: { value: { a: 1 } } }], 'n={"a":1} is not supported as a parameter'],
];

describe('invalid query texts', () => {
  for (const [text, reason] of texts) {
    test(text.length > 80 ? `${text.slice(0, 80)}…` : text, () => {
      assert.throws(() => parseQueryText(text), refusal('parsing_exception', reason));
    });
  }

  for (const [text, params, reason] of placeholders) {
    test(`${text} with ${JSON.stringify(params)}`, () => {
      const bound = readParams(params);
      assert.throws(
        () => parseQueryText(`from i | ${text}`, bound),
        refusal('parsing_exception', reason),
      );
    });
  }

  for (const [params, reason] of shapes) {
    test(`params ${JSON.stringify(params)}`, () => {
      assert.throws(
        () => readParams(params),
        refusal('x_content_parse_exception', `Failed to parse params: ${reason}`),
      );
    });
  }

  test('problems of params have their location in the body', () => {
    const text = '{"params": [1,\n {"a": 1, "b": 2}]}';
    assert.throws(
      () => readParams([1, { a: 1, b: 2 }], { text, path: ['params'] }),
      refusal('x_content_parse_exception', 'Failed to parse params: [2:2] a parameter must'),
    );
  });

  test('the time to parse long texts is proportional to their length', () => {
    const blank = ' '.repeat(990_000);
    const started_ms = performance.now();
    for (const text of [
      `row a = "${'a'.repeat(990_000)}`,
      `row a = """${'"'.repeat(990_000)}`,
      `row a = 1 ${'/*'.repeat(490_000)}`,
      `row a = 1 ${'//\n'.repeat(300_000)} b`,
      `row ${blank}`,
      `row ${'a.'.repeat(490_000)}`,
      `row a = ${'1,'.repeat(490_000)}`,
      `row a = ${'??'.repeat(490_000)}`,
    ]) {
      assert.throws(() => parseQueryText(text), refusal('parsing_exception', 'line'));
    }
    assert.ok(performance.now() - started_ms < 60_000);
  });
});

function refusal(type: string, reason: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.type, type);
    assert.ok(
      error.reason === reason || error.reason.includes(reason),
      `${JSON.stringify(error.reason.slice(0, 1000))} should be ${JSON.stringify(reason)}`,
    );
    return true;
  };
}
