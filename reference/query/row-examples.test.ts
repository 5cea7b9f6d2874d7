import { testExamples } from '../testing/query-examples/run-example.ts';

const multiValue = (place: string, text: string): readonly string[] => [
  `Line ${place}: evaluation of [${text}] failed, treating result as null. Only first 20 failures recorded.`,
  `Line ${place}: java.lang.IllegalArgumentException: single-value function encountered multi-value`,
];

/** WHERE, SORT, LIMIT and MV_EXPAND. */
testExamples([
  {
    query: 'FROM staff | WHERE age > 30 AND NOT pay IS NULL | KEEP name | SORT name',
    columns: ['name:keyword'],
    rows: [['ann'], ['bob']],
    warnings: multiValue('1:20', 'age > 30'),
  },
  {
    query: 'FROM staff | WHERE name IN ("ann", "dot") OR name LIKE "c?d" | SORT name | KEEP name',
    columns: ['name:keyword'],
    rows: [['ann'], ['cid'], ['dot']],
  },
  {
    query: 'FROM staff | WHERE pay > 1000 OR null | SORT pay DESC | KEEP pay',
    columns: ['pay:double'],
    rows: [[4100], [2500.5]],
  },
  {
    query: 'FROM staff | SORT pay | KEEP name, pay',
    columns: ['name:keyword', 'pay:double'],
    rows: [
      ['dot', 900],
      ['ann', 2500.5],
      ['bob', 4100],
      ['cid', null],
    ],
  },
  {
    query: 'FROM staff | SORT age DESC, pay NULLS FIRST, name | KEEP name | LIMIT 3',
    columns: ['name:keyword'],
    rows: [['bob'], ['cid'], ['ann']],
  },
  {
    query: 'FROM staff | SORT name DESC | LIMIT 3 | LIMIT 1 | KEEP name',
    columns: ['name:keyword'],
    rows: [['dot']],
  },
  {
    query: 'FROM staff | LIMIT 2 | STATS c = COUNT(*)',
    columns: ['c:long'],
    rows: [[2]],
  },
  {
    query:
      'FROM staff | EVAL all = skills | MV_EXPAND skills | SORT name, skills | KEEP name, skills, all',
    columns: ['name:keyword', 'skills:keyword', 'all:keyword'],
    rows: [
      ['ann', 'go', ['go', 'sql']],
      ['ann', 'sql', ['go', 'sql']],
      ['bob', 'sql', 'sql'],
      ['cid', null, null],
      ['dot', null, null],
    ],
  },
]);
