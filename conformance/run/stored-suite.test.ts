import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { fromRoot } from '../../spec/root.ts';
import { fixtureSuite } from '../testing/suite.ts';
import { parseScenarios } from './collect-scenarios.ts';
import { storedSuite, storeSuite } from './stored-suite.ts';
import { ownSuite, type Suite } from './suite.ts';

const ledger = loadLedger(fixtureSuite.clauses);
const faults = [{ name: 'wrong-hits', clauses: ['search.fine'] }];

/** The fixture suite with a file to be stored in, and with copies of its sources. */
function storable(): Suite {
  const folder = mkdtempSync(join(tmpdir(), 'ck-test-'));
  const from = ['features', 'clauses'].map((name) => {
    cpSync(fromRoot('conformance', 'testing', name), join(folder, name), { recursive: true });
    return join(folder, name);
  });
  return { ...fixtureSuite, stored: { file: join(folder, 'suite.json'), from } };
}

test('a stored suite is what the features and the ledger say', async () => {
  const suite = storable();
  const scenarios = await parseScenarios(suite, ledger);
  storeSuite(suite, { ledger, scenarios, faults });
  const stored = storedSuite(suite);
  assert.ok(stored !== undefined && scenarios.length > 0);
  assert.deepEqual(stored.scenarios, scenarios);
  assert.deepEqual(stored.ledger, ledger);
  assert.deepEqual(stored.faults, faults);
});

for (const [folder, name] of [
  [0, 'fine.feature'],
  [1, 'search.yaml'],
] as const) {
  test(`a stored suite is not used once ${name} has changed`, async () => {
    const suite = storable();
    storeSuite(suite, { ledger, scenarios: await parseScenarios(suite, ledger), faults });
    appendFileSync(join(suite.stored?.from[folder] ?? '', name), '\n');
    assert.equal(storedSuite(suite), undefined);
  });
}

test('a suite that is not stored, or that has no file to be stored in, is read', () => {
  assert.equal(storedSuite(storable()), undefined);
  assert.equal(storedSuite(fixtureSuite), undefined);
});

test('the build has stored the suite of the package', () => {
  const stored = storedSuite(ownSuite());
  assert.ok(stored !== undefined, 'run npm run build');
  assert.deepEqual(stored.ledger, loadLedger());
});
