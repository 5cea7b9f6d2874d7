import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillStaff, run } from '../testing/sql-fixtures.ts';

before(fillStaff);

describe('columns of statements', () => {
  const named: readonly (readonly [statement: string, columns: string])[] = [
    ['SELECT n, COUNT( * ) FROM staff GROUP BY n', 'n:integer, COUNT( * ):long'],
    [
      'SELECT "n", n + 1, n AS "my n", n alias FROM staff',
      'n:integer, n + 1:integer, my n:integer, alias:integer',
    ],
    ['SELECT n, n, hired FROM staff', 'n:integer, n:integer, hired:datetime'],
    [
      'SELECT * FROM staff WHERE n > 1',
      'dept:keyword, hired:datetime, n:integer, name:text, ok:boolean, pay:double, tags:keyword',
    ],
    [
      'SELECT n + 1 AS m, * FROM staff WHERE n > 1 ORDER BY pay',
      'm:integer, dept:keyword, hired:datetime, n:integer, name:text, ok:boolean, pay:double, tags:keyword',
    ],
  ];
  for (const [statement, columns] of named) {
    it(statement, async () => {
      const { table } = await run(statement);
      const found = table.columns.map(({ name, typeName }) => `${name}:${typeName}`);
      assert.equal(found.join(', '), columns);
    });
  }
});
