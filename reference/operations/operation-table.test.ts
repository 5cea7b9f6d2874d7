import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayChange } from './operation-table.ts';
import { serviceOperations } from './spellings.ts';

test('only reads are served while changes cannot be stored', () => {
  const reads = serviceOperations()
    .filter((definition) => !mayChange(definition))
    .map(({ id, method }) => ({ id, method }));
  const byGet = reads.filter(({ method }) => method === 'get' || method === 'head');
  assert.ok(byGet.length > 40, `${byGet.length}`);
  const others = reads.flatMap(({ id, method }) => (['get', 'head'].includes(method) ? [] : [id]));
  assert.deepEqual(others.sort(), [
    'clearScroll',
    'clearScrollInPath',
    'closePointInTime',
    'closeSqlCursor',
    'continueScroll',
    'count',
    'countAll',
    'deleteAsyncQuery',
    'hasPrivileges',
    'openPointInTime',
    'refresh',
    'refreshAll',
    'runAsyncQuery',
    'runQuery',
    'runSql',
    'search',
    'searchAll',
    'stopAsyncQuery',
  ]);
});
