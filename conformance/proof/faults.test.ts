import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { faults, variants } from './index.ts';

const { byId } = loadLedger();

test('fault and variant names are unique and in kebab-case', () => {
  const names = [...faults, ...variants].map(({ name }) => name);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
  assert.deepEqual(
    names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)),
    [],
  );
});

test('every fault names at least one clause, and only clauses that are judged', () => {
  const named = faults.flatMap((fault) => fault.clauses);
  const wrong = named.filter((id) => {
    const clause = byId.get(id);
    return clause === undefined || clause.level === 'SILENT' || clause.excluded !== undefined;
  });
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    faults.filter((fault) => fault.clauses.length === 0),
    [],
  );
});
