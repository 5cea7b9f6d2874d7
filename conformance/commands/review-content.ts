import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../../spec/clauses.ts';
import { fillOutline, type FilledSection, loadOutline } from '../../spec/outline.ts';
import type { Column } from '../report/read-report.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import { ledgerOf, packageVersion, type Suite } from '../run/suite.ts';
import type { Review } from '../site/model.ts';
import { evidenceOf, type Proof } from './protection.ts';

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
