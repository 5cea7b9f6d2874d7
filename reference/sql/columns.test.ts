import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillStaff, rowsOf, run, services } from '../testing/sql-fixtures.ts';

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
    ['SHOW TABLES', 'catalog:keyword, name:keyword, type:keyword, kind:keyword'],
  ];
  for (const [statement, columns] of named) {
    it(statement, async () => {
      const { table } = await run(statement);
      const found = table.columns.map(({ name, type, typeName }) => `${name}:${typeName ?? type}`);
      assert.equal(found.join(', '), columns);
    });
  }
});

it('lists tables and their columns', async () => {
  services.catalog.updateAliases([
    { kind: 'add', indices: 'staff', aliases: ['people'], options: {} },
  ]);
  assert.deepEqual(rowsOf(await run("SHOW TABLES LIKE 'peo%'")), [
    ['c', 'people', 'VIEW', 'ALIAS'],
  ]);
  const columns = rowsOf(await run('DESCRIBE people'));
  assert.deepEqual(columns.slice(0, 2), [
    ['dept', 'VARCHAR', 'keyword'],
    ['hired', 'TIMESTAMP', 'datetime'],
  ]);
});

it('lists data streams, but hidden tables only if they are named', async () => {
  const { catalog } = services;
  const template = { index_patterns: ['logs'], data_stream: {} };
  catalog.templates.put('logs', template);
  const { indices } = catalog.createDataStream('logs');
  catalog.create('dark', { settings: { hidden: true }, aliases: { shade: { is_hidden: true } } });
  const [backing = ''] = indices;
  const tables: readonly (readonly [statement: string, rows: readonly (readonly string[])[]])[] = [
    [
      'SHOW TABLES',
      [
        ['logs', 'VIEW', 'ALIAS'],
        ['people', 'VIEW', 'ALIAS'],
        ['staff', 'TABLE', 'INDEX'],
      ],
    ],
    ["SHOW TABLES LIKE '.ds-%'", [[backing, 'TABLE', 'INDEX']]],
    ['SHOW TABLES dark', [['dark', 'TABLE', 'INDEX']]],
    ['SHOW TABLES "da*"', []],
    ['SHOW TABLES shade', [['shade', 'VIEW', 'ALIAS']]],
  ];
  for (const [statement, rows] of tables) {
    const expected = rows.map((row) => ['c', ...row]);
    assert.deepEqual(rowsOf(await run(statement)), expected, statement);
  }
});
