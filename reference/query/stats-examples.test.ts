import { testExamples } from '../testing/query-examples/run-example.ts';

/** STATS. */
testExamples([
  {
    query: 'FROM staff | STATS COUNT(*), count(pay), m = MAX(pay)',
    columns: ['COUNT(*):long', 'count(pay):long', 'm:double'],
    rows: [[4, 3, 4100]],
  },
  {
    query: 'FROM staff | STATS c = COUNT(), 1 + AVG(pay) * 2 BY skills | SORT skills',
    columns: ['c:long', '1 + AVG(pay) * 2:double', 'skills:keyword'],
    rows: [
      [1, 5002, 'go'],
      [2, 6601.5, 'sql'],
      [2, 1801, null],
    ],
  },
  {
    query:
      'FROM staff | STATS rich = COUNT(*) WHERE pay > 1000, all = COUNT(*) BY y = joined >= "2021" | SORT y',
    columns: ['rich:long', 'all:long', 'y:boolean'],
    rows: [
      [2, 2, false],
      [0, 1, true],
      [0, 1, null],
    ],
  },
  {
    query: 'FROM staff | STATS BY age | SORT age',
    columns: ['age:integer'],
    rows: [[20], [21], [31], [45]],
  },
  {
    query:
      'FROM staff | WHERE age > 100 | STATS s = SUM(pay), c = COUNT(*) | EVAL none = s IS NULL',
    columns: ['s:double', 'c:long', 'none:boolean'],
    rows: [[null, 0, true]],
    warnings: [
      'Line 1:20: evaluation of [age > 100] failed, treating result as null. Only first 20 failures recorded.',
      'Line 1:20: java.lang.IllegalArgumentException: single-value function encountered multi-value',
    ],
  },
  {
    query: 'FROM staff | STATS n = COUNT(*) BY b = BUCKET(joined, 1 month) | SORT b',
    columns: ['n:long', 'b:date'],
    rows: [
      [1, '2020-01-01T00:00:00.000Z'],
      [1, '2020-02-01T00:00:00.000Z'],
      [1, '2021-02-01T00:00:00.000Z'],
      [1, null],
    ],
  },
  {
    query:
      'ROW pay = 60000, age = 5 | STATS m = MAX(age) WHERE pay > 50000, d = MAX(twice) BY pay = 2, twice = age * 2',
    columns: ['m:integer', 'd:integer', 'pay:integer', 'twice:integer'],
    rows: [[null, 10, 2, 10]],
  },
]);
