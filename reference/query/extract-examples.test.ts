import { testExamples } from '../testing/query-examples/run-example.ts';

/** DISSECT and GROK. */
testExamples([
  {
    query: 'ROW a = "1.2.3.4 [2023-01-23] ok" | DISSECT a "%{ip} [%{day}] %{a}"',
    columns: ['ip:keyword', 'day:keyword', 'a:keyword'],
    rows: [['1.2.3.4', '2023-01-23', 'ok']],
  },
  {
    query:
      'ROW m = "ann   x 1" | DISSECT m "%{+n->} %{?skip} %{+n}" APPEND_SEPARATOR = "-" | KEEP n',
    columns: ['n:keyword'],
    rows: [['ann-1']],
  },
  {
    query: 'FROM staff | DISSECT motto "%{first} %{rest}" | SORT name | KEEP first, rest',
    columns: ['first:keyword', 'rest:keyword'],
    rows: [
      ['Count', 'twice, ship once'],
      ['Ship', 'it'],
      ['ask', 'first'],
      [null, null],
    ],
  },
  {
    query:
      'ROW a = "2023-01-23T12:15:00Z 127.0.0.1 42" | GROK a """%{TIMESTAMP_ISO8601:at} %{IP:ip} %{NUMBER:n:int}""" | DROP a',
    columns: ['at:keyword', 'ip:keyword', 'n:integer'],
    rows: [['2023-01-23T12:15:00Z', '127.0.0.1', 42]],
  },
  {
    query: 'ROW a = ["x y", "p q"] | MV_EXPAND a | GROK a "%{WORD:w} %{WORD:w}" | KEEP w',
    columns: ['w:keyword'],
    rows: [[['x', 'y']], [['p', 'q']]],
  },
  {
    query:
      'ROW a = ["x 1", "none", "y 2"] | DISSECT a "%{b} %{c}" | GROK a "%{WORD:w} %{INT:n:int}" | DROP a',
    columns: ['b:keyword', 'c:keyword', 'n:integer', 'w:keyword'],
    rows: [
      [
        ['x', 'y'],
        ['1', '2'],
        [1, 2],
        ['x', 'y'],
      ],
    ],
  },
]);
