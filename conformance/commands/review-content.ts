import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../../spec/clauses.ts';
import { fillOutline, type FilledSection, loadOutline } from '../../spec/outline.ts';
import { UsageError } from '../base/errors.ts';
import { readParsed } from '../base/read-file.ts';
import { propertiesOf } from '../fuzz/checks.ts';
import { loadOpenPlaces } from '../proof/space/open-places.ts';
import { grouped } from '../base/grouped.ts';
import type { Scenario } from '../report/result.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { loadMutations } from '../run/mutations.ts';
import { storedSuite, ledgerOf, packageVersion, type Suite } from '../run/suite.ts';
import type { Evidence, Review } from '../site/model.ts';

/** What the JSON file of a proof says about derived mutations. */
export interface Proof {
  readonly derived: readonly {
    readonly id: string;
    readonly decision: string;
    readonly checks: readonly { readonly clauses: readonly string[] }[];
  }[];
}

/** What judges each clause of a suite, and what shows that it does. */
export async function evidenceOf(
  suite: Suite,
  scenarios: readonly Scenario[],
  proof: Proof | undefined,
): Promise<ReadonlyMap<string, Evidence>> {
  const ledger = ledgerOf(suite);
  const { faults } = storedSuite(suite.stored) ?? (await loadMutations(suite));
  const byClause = <Subject extends { readonly clauses: readonly string[] }>(
    subjects: readonly Subject[],
  ): ReadonlyMap<string, readonly Subject[]> =>
    grouped(subjects.flatMap((one) => one.clauses.map((id) => [id, one] as const)));
  const scenariosOf = byClause(scenarios);
  const properties = byClause(propertiesOf(ledger));
  const faultsOf = byClause(faults);
  const caught = caughtByClause(proof?.derived ?? []);
  const openPlaces = loadOpenPlaces(ledger, suite.openPlaces);
  return new Map(
    ledger.clauses.map(({ id }) => [
      id,
      {
        scenarios: scenariosOf.get(id) ?? [],
        properties: (properties.get(id) ?? []).map(({ id, describe }) => ({ id, describe })),
        faults: (faultsOf.get(id) ?? []).map(({ name }) => name),
        caught: caught.get(id) ?? [],
        open: openPlaces
          .filter(({ clause }) => clause === id)
          .map(
            ({ operations, side, places, operators }) =>
              `${operations.join(', ')} ${side} ${places.join(', ')}: ${operators.join(', ')}`,
          ),
      },
    ]),
  );
}

/** The ids of the derived mutations that the scenarios of each clause caught. */
function caughtByClause(derived: Proof['derived']): ReadonlyMap<string, readonly string[]> {
  const pairs = derived
    .filter(({ decision }) => decision === 'caught')
    .flatMap(({ id, checks }) =>
      checks.flatMap(({ clauses }) => clauses.map((clause) => [clause, id] as const)),
    );
  return grouped(pairs);
}

/** Reads the JSON file of a proof. Throws UsageError if the file is not the JSON of a proof. */
export function readProof(file: string): Proof {
  const { derived } = (readParsed('the proof', file, JSON.parse) ?? {}) as Partial<Proof>;
  if (Array.isArray(derived)) return { derived };
  throw new UsageError(`${file} has no derived mutations: write it with prove --json`);
}

/** Collects what the pages show of a suite: clauses, sections, scenarios, properties, mutations. */
export async function reviewOf(
  suite: Suite,
  { title, servers, proof }: Pick<Review, 'title' | 'servers'> & { readonly proof?: Proof },
): Promise<Review> {
  const ledger = ledgerOf(suite);
  const scenarios = await collectScenarios(suite, ledger);
  const uris = [...new Set(scenarios.map(({ uri }) => uri))];
  return {
    title,
    version: packageVersion(),
    ledger,
    sections: sectionsOf(ledger, suite),
    evidence: await evidenceOf(suite, scenarios, proof),
    features: new Map(uris.map((uri) => [uri, readFileSync(join(suite.root, uri), 'utf8')])),
    servers,
    isProven: proof !== undefined,
  };
}

/** The sections of the outline with their clauses, and after them those that only clauses name. */
function sectionsOf(ledger: Ledger, { outline: file }: Suite): readonly FilledSection[] {
  const outline = file === undefined ? [] : loadOutline(file);
  const known = new Set(outline.map(({ section }) => section));
  const named = [...new Set(ledger.clauses.map(({ source }) => source.section))];
  const others = named.filter((section) => !known.has(section));
  return fillOutline(ledger, [...outline, ...others.map((section) => ({ section, rows: [] }))]);
}
