import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clause, type Ledger, ledgerFrom } from '../../spec/clauses.ts';
import type { Scenario } from '../report/scenario.ts';
import type { Fault } from './mutation.ts';

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
  readonly faults: readonly FaultName[];
}

/** The name of a fault, and the clauses that it breaks. */
type FaultName = Pick<Fault, 'name' | 'clauses'>;

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
