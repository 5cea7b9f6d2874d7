import { testExamples } from '../testing/query-examples/run-example.ts';

/** EVAL, KEEP, DROP and RENAME. */
testExamples([
  {
    query: 'ROW a = 2, b = 3 | EVAL c = a + b * -a, a = c * 10, a + 1',
    columns: ['b:integer', 'c:integer', 'a:integer', 'a + 1:integer'],
    rows: [[3, -4, -40, -39]],
  },
  {
    query: 'ROW a = 2147483647 | EVAL b = a + 1, c = a / 0',
    columns: ['a:integer', 'b:integer', 'c:integer'],
    rows: [[2_147_483_647, null, null]],
    warnings: [
      'Line 1:31: evaluation of [a + 1] failed, treating result as null. Only first 20 failures recorded.',
      'Line 1:31: java.lang.ArithmeticException: integer overflow',
      'Line 1:42: evaluation of [a / 0] failed, treating result as null. Only first 20 failures recorded.',
      'Line 1:42: java.lang.ArithmeticException: / by zero',
    ],
  },
  {
    query: 'ROW first = 1, far = 2, b = 3 | KEEP *, f*, far',
    columns: ['b:integer', 'first:integer', 'far:integer'],
    rows: [[3, 1, 2]],
  },
  {
    query: 'ROW `a*` = 1, ab = 2 | KEEP `a*`',
    columns: ['a*:integer'],
    rows: [[1]],
  },
  {
    query: 'ROW first = 1, far = 2, b = 3 | DROP fi*, b',
    columns: ['far:integer'],
    rows: [[2]],
  },
  {
    query: 'ROW a = 1, b = 2, c = 3 | RENAME a AS x, b = c',
    columns: ['x:integer', 'b:integer'],
    rows: [[1, 3]],
  },
]);
