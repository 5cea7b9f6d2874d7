/** Stores the ledger, the scenarios and the names of the faults for the commands: a step of `npm run build`. */
import { loadLedger } from '../spec/clauses.ts';
import { defined } from './base/errors.ts';
import { parseScenarios } from './run/collect-scenarios.ts';
import { loadMutations } from './run/mutations.ts';
import { storedSuite, storeSuite, ownSuite } from './run/suite.ts';

const suite = ownSuite();
const store = defined(suite.stored, 'file of the suite');
if (storedSuite(store) === undefined) {
  const ledger = loadLedger(suite.clauses);
  const scenarios = await parseScenarios(suite, ledger);
  const { faults } = await loadMutations(suite);
  storeSuite(store, { ledger, scenarios, faults });
}
