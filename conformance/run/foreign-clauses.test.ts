import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { foreignClauses } from './selection.ts';

test('a chapter that lists clauses of other chapters says so, and names some of them', () => {
  const ledger = loadLedger();
  const [line = '', ...more] = foreignClauses(ledger, ['errors', 'scroll']);
  assert.deepEqual(more, [], 'scroll lists no other chapter');
  const [, count] = /^--chapter errors includes (\d+) clauses of other chapters/.exec(line) ?? [];
  const foreign = ledger.clauses.filter(
    ({ chapter, also }) => chapter !== 'errors' && also.includes('errors'),
  );
  assert.equal(Number(count), foreign.length);
  for (const { id } of foreign.slice(0, 4)) assert.ok(line.includes(id), id);
});
