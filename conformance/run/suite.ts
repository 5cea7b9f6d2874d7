import { readFileSync } from 'node:fs';
import { loadLedger } from '../../spec/clauses.ts';
import { extrasFile } from '../../spec/extras.ts';
import { fromRoot, packageRoot } from '../../spec/root.ts';
import { storedSuite, type SuiteStore } from './stored-suite.ts';

/** The paths of a suite; plain data, so that it can be sent to a worker. */
export interface Suite {
  /** Absolute; the other paths are relative to it, with `/`. */
  readonly root: string;
  /** Glob of the feature files. */
  readonly features: string;
  /** Modules of the step definitions. */
  readonly steps: readonly string[];
  /** Absolute folder of the ledger. */
  readonly clauses: string;
  /** Absolute folder of the places that the specification leaves open; absent if the ledger has none. */
  readonly openPlaces?: string;
  /** Absolute path of the list of the specification's sections; absent if there is none. */
  readonly outline?: string;
  /** Absolute path of the module that a worker process runs; it is bundled with the same Cucumber as the steps. */
  readonly worker: string;
  /** Absolute path of the module that exports `faults` and `variants`. */
  readonly proof: string;
  /** Where the build stores the suite; absent for a suite without a build. */
  readonly stored?: SuiteStore;
}

/** The bundle that the build makes of this half; a worker starts from it in half the time. */
const bundle = 'dist/bundle/conformance';

/** The suite of this package. */
export function ownSuite(): Suite {
  return {
    root: packageRoot,
    features: 'features/**/*.feature',
    steps: [`${bundle}/steps/index.js`],
    worker: fromRoot(bundle, 'run', 'worker.js'),
    clauses: fromRoot('spec', 'clauses'),
    openPlaces: fromRoot('spec', 'open-places'),
    outline: fromRoot('spec', 'outline.yaml'),
    proof: fromRoot(bundle, 'proof', 'index.js'),
    stored: {
      file: fromRoot('dist', 'suite.json'),
      folders: [fromRoot('features'), fromRoot('spec', 'clauses')],
      // A bundled module names the chunks that it needs by their digests.
      modules: [
        ...['cli.js', 'proof/index.js'].map((name) => fromRoot(bundle, name)),
        fromRoot(...extrasFile),
      ],
    },
  };
}

/** The ledger of a suite. */
export function ledgerOf(suite: Suite): ReturnType<typeof loadLedger> {
  return storedSuite(suite.stored)?.ledger ?? loadLedger(suite.clauses);
}

/** The version in the package.json of this package. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as {
    readonly version: string;
  };
  return manifest.version;
}
