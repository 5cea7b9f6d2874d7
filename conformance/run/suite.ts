import { readFileSync } from 'node:fs';
import { dirname, extname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadLedger } from '../../spec/clauses.ts';
import { fromRoot, packageRoot } from '../../spec/root.ts';
import { storedSuite, type SuiteStore } from './stored-suite.ts';

/** The paths of a suite; plain data, so that it can be sent to a worker. */
export interface Suite {
  /** Absolute; the other paths are relative to it, with `/`. */
  readonly root: string;
  /** Glob of the feature files. */
  readonly features: string;
  /** Globs of the step definitions. */
  readonly steps: readonly string[];
  /** Absolute folder of the ledger. */
  readonly clauses: string;
  /** Absolute folder of the places that the specification leaves open; absent if the ledger has none. */
  readonly openPlaces?: string;
  /** Absolute path of the list of the specification's sections; absent if there is none. */
  readonly outline?: string;
  /** Absolute path of the module that exports `faults` and `variants`. */
  readonly proof: string;
  /** Where the build stores the suite; absent for a suite without a build. */
  readonly stored?: SuiteStore;
}

const moduleFile = fileURLToPath(import.meta.url);

/** `.ts` if run from source, `.js` if compiled. */
export const moduleExtension = extname(moduleFile);

/** The glob of the step modules in a folder: every module but the tests. */
function stepsIn(folder: string): string {
  return `${relative(packageRoot, folder).split(sep).join('/')}/!(*.test)${moduleExtension}`;
}

/** The suite of this package. */
export function ownSuite(): Suite {
  const conformance = dirname(dirname(moduleFile));
  return {
    root: packageRoot,
    features: 'features/**/*.feature',
    steps: [stepsIn(`${conformance}/steps`)],
    clauses: fromRoot('spec', 'clauses'),
    openPlaces: fromRoot('spec', 'open-places'),
    outline: fromRoot('spec', 'outline.yaml'),
    proof: `${conformance}/proof/index${moduleExtension}`,
    stored: {
      file: fromRoot('dist', 'suite.json'),
      from: [
        fromRoot('features'),
        fromRoot('spec', 'clauses'),
        `${conformance}/run`,
        `${conformance}/proof`,
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
