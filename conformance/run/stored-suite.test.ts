import assert from 'node:assert/strict';
import { appendFileSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { fromRoot } from '../../spec/root.ts';
import { at } from '../base/errors.ts';
import { fixtureSuite } from '../testing/suite.ts';
import { parseScenarios } from './collect-scenarios.ts';
import { storedSuite, storeSuite, type SuiteStore, ownSuite } from './suite.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const ledger = loadLedger(fixtureSuite.clauses);
const faults = [{ name: 'wrong-hits', clauses: ['search.fine'] }];

/** A store beside copies of the sources of the fixture suite, and a module. */
function newStore(): SuiteStore {
  const folder = temporaryFolder();
  const folders = ['features', 'clauses'].map((name) => {
    cpSync(fromRoot('conformance', 'testing', name), join(folder, name), { recursive: true });
    return join(folder, name);
  });
  const module = join(folder, 'module.js');
  writeFileSync(module, '');
  return { file: join(folder, 'suite.json'), folders, modules: [module] };
}

test('a stored suite is what the features and the ledger say', async () => {
  const store = newStore();
  const scenarios = await parseScenarios(fixtureSuite, ledger);
  storeSuite(store, { ledger, scenarios, faults });
  const stored = storedSuite(store);
  assert.ok(stored !== undefined && scenarios.length > 0);
  assert.deepEqual(stored.scenarios, scenarios);
  assert.deepEqual(stored.ledger, ledger);
  assert.deepEqual(stored.faults, faults);
});

const sources: readonly (readonly [string, (store: SuiteStore) => string])[] = [
  ['a feature', ({ folders }) => join(at(folders, 0), 'fine.feature')],
  ['the ledger', ({ folders }) => join(at(folders, 1), 'search.yaml')],
  ['a module', ({ modules }) => at(modules, 0)],
];

for (const [name, fileOf] of sources) {
  test(`a stored suite is not used once ${name} has changed`, async () => {
    const store = newStore();
    storeSuite(store, { ledger, scenarios: await parseScenarios(fixtureSuite, ledger), faults });
    appendFileSync(fileOf(store), '\n');
    assert.equal(storedSuite(store), undefined);
  });
}

test('a suite that is not stored, or that has no file to be stored in, is read', () => {
  assert.equal(storedSuite(newStore()), undefined);
  assert.equal(storedSuite(fixtureSuite.stored), undefined);
});

test('the build has stored the suite of the package', () => {
  const stored = storedSuite(ownSuite().stored);
  assert.ok(stored !== undefined, 'run npm run build');
  assert.deepEqual(stored.ledger, loadLedger());
});
