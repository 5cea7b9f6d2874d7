import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../../spec/clauses.ts';
import { fillOutline, type FilledSection, loadOutline } from '../../spec/outline.ts';
import { properties } from '../fuzz/properties/index.ts';
import { loadOpenPlaces } from '../proof/space/open-places.ts';
import { grouped } from '../report/grouped.ts';
import type { Column } from '../report/read-report.ts';
import type { Scenario } from '../report/scenario.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { loadMutations } from '../run/mutations.ts';
import { ledgerOf, packageVersion, type Suite } from '../run/suite.ts';
import type { Evidence, Review } from '../site/model.ts';
import { caughtByClause, openPlaceLine, type Proof } from './protection.ts';

/** What a review shows besides the suite itself. */
export interface ReviewOptions {
  readonly title: string;
  readonly servers: readonly Column[];
  readonly proof?: Proof;
}

/** Collects what the pages show of a suite: clauses, sections, scenarios, properties, mutations. */
export async function reviewOf(
  suite: Suite,
  { title, servers, proof }: ReviewOptions,
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

async function evidenceOf(
  suite: Suite,
  scenarios: readonly Scenario[],
  proof: Proof | undefined,
): Promise<ReadonlyMap<string, Evidence>> {
  const ledger = ledgerOf(suite);
  const { faults } = await loadMutations(suite);
  const byClause = <Subject extends { readonly clauses: readonly string[] }>(
    subjects: readonly Subject[],
  ): ReadonlyMap<string, readonly Subject[]> =>
    grouped(subjects.flatMap((one) => one.clauses.map((id) => [id, one] as const)));
  const scenariosOf = byClause(scenarios);
  const propertiesOf = byClause(properties);
  const faultsOf = byClause(faults);
  const caughtOf = proof === undefined ? new Map<string, string[]>() : caughtByClause(proof);
  const openPlaces = loadOpenPlaces(ledger, suite.openPlaces);
  return new Map(
    ledger.clauses.map(({ id }) => [
      id,
      {
        scenarios: scenariosOf.get(id) ?? [],
        properties: (propertiesOf.get(id) ?? []).map(({ id, describe }) => ({ id, describe })),
        faults: (faultsOf.get(id) ?? []).map(({ name }) => name),
        caught: caughtOf.get(id) ?? [],
        open: openPlaces.filter(({ clause }) => clause === id).map(openPlaceLine),
      },
    ]),
  );
}
