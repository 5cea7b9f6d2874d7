import { readFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { loadLedger, type Clause, type Ledger, ledgerFrom } from '../../spec/clauses.ts';
import { extrasFile } from '../../spec/extras.ts';
import { fromRoot, packageRoot } from '../../spec/root.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Scenario } from '../report/result.ts';
import type { Fault } from './mutation.ts';

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

/** Where a suite is stored. */
export interface SuiteStore {
  readonly file: string;
  /** The absolute folders of the features and clauses that the stored content comes from. */
  readonly folders: readonly string[];
  /** The absolute paths of the modules that read them. */
  readonly modules: readonly string[];
}

/** What `npm run build` stores of a suite, so that a command need not parse the features and the ledger again. */
export interface StoredSuite {
  readonly ledger: Ledger;
  readonly scenarios: readonly Scenario[];
  readonly faults: readonly Pick<Fault, 'name' | 'clauses'>[];
}

/** The stored file; the digest is that of everything that its content comes from. */
interface StoredFile extends Omit<StoredSuite, 'ledger'> {
  readonly digest: string;
  readonly clauses: readonly Clause[];
}

/** The suites read by this process, by file. */
const known = new Map<string, StoredSuite | undefined>();

/** Returns what is stored of a suite; undefined if nothing is, or if a file of the suite has changed since. */
export function storedSuite(store: SuiteStore | undefined): StoredSuite | undefined {
  if (store === undefined) return undefined;
  if (!known.has(store.file)) known.set(store.file, readStored(store));
  return known.get(store.file);
}

function readStored(store: SuiteStore): StoredSuite | undefined {
  if (!existsSync(store.file)) return undefined;
  const { digest, clauses, ...rest } = JSON.parse(readFileSync(store.file, 'utf8')) as StoredFile;
  return digest === digestOf(store) ? { ...rest, ledger: ledgerFrom(clauses) } : undefined;
}

/** Stores a suite in its file. */
export function storeSuite(store: SuiteStore, { ledger, scenarios, faults }: StoredSuite): void {
  const { clauses } = ledger;
  const names = faults.map((fault) => ({ name: fault.name, clauses: fault.clauses }));
  const content: StoredFile = { digest: digestOf(store), clauses, scenarios, faults: names };
  writeFileSync(store.file, JSON.stringify(content));
}

/** The digest of all files that the stored content comes from. */
function digestOf({ folders, modules }: SuiteStore): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const sources = names.filter((name) => /\.(?:feature|yaml)$/.test(name));
    for (const name of sources.toSorted())
      hash.update(name).update(readFileSync(join(folder, name)));
  }
  for (const module of modules) hash.update(readFileSync(module));
  return hash.digest('hex');
}
