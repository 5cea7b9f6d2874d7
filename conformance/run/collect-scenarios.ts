import type { Ledger } from '../../spec/clauses.ts';
import { KitFault } from '../base/errors.ts';
import { parseFeatures } from './cucumber.ts';
import type { Pickle } from './envelope.ts';
import { type Place, placeOf, placesIn } from './gherkin.ts';
import { aloneTag, globalTag, type Scenario } from '../report/scenario.ts';
import type { Suite } from './suite.ts';

/** Knows of every document parsed so far where its nodes stand, and what its feature is called. */
interface Documents {
  readonly places: Map<string, Place>;
  readonly features: Map<string, string>;
}

/**
 * Reads all features of a suite, in the order of files and lines. Throws KitFault where a file does not parse,
 * there is none, or a tag or cell names a clause that the ledger does not have.
 */
export async function collectScenarios(suite: Suite, ledger: Ledger): Promise<readonly Scenario[]> {
  const documents: Documents = { places: new Map(), features: new Map() };
  const pickles: Pickle[] = [];
  const complaints = await parseFeatures(suite, ({ gherkinDocument, pickle }) => {
    if (pickle !== undefined) pickles.push(pickle);
    if (gherkinDocument === undefined) return;
    for (const [id, place] of placesIn(gherkinDocument)) documents.places.set(id, place);
    documents.features.set(gherkinDocument.uri ?? '', gherkinDocument.feature?.name ?? '');
  });
  if (complaints !== '') throw new KitFault(`the features do not parse:\n${complaints}`);
  const scenarios = pickles.map((pickle) => scenarioOf(pickle, documents, ledger));
  return scenarios.toSorted((a, b) => compareText(a.uri, b.uri) || a.line - b.line);
}

function scenarioOf(pickle: Pickle, documents: Documents, ledger: Ledger): Scenario {
  const place = placeOf(pickle, documents.places);
  const tags = pickle.tags.map((tag) => tag.name.slice(1));
  const cell = place.firstColumn === 'clause' ? (place.cells['clause'] ?? '') : '';
  const inCell = cell.split(/[\s,]+/).filter((id) => id !== '');
  const id = `${pickle.uri}:${place.line}`;
  const stray = [...tags.filter((tag) => tag.includes('.')), ...inCell].find(
    (tag) => !ledger.byId.has(tag),
  );
  if (stray !== undefined) throw new KitFault(`${id}: the ledger has no clause ${stray}`);
  const clauses = [...new Set([...tags.filter((tag) => ledger.byId.has(tag)), ...inCell])];
  return {
    id,
    uri: pickle.uri,
    line: place.line,
    name: pickle.name,
    feature: documents.features.get(pickle.uri) ?? '',
    tags: [...new Set([...tags, ...clauses])],
    clauses,
    alone: runsAlone(tags, clauses, ledger),
    silent:
      clauses.length > 0 && clauses.every((clause) => ledger.byId.get(clause)?.level === 'SILENT'),
  };
}

/**
 * What changes the clock or the settings of a server changes them for every other scenario too. A run of the policies does
 * nothing to an index that a run at another moment might not do as well.
 */
const sharedNeeds = new Set(['global', 'advance_clock', 'cluster_setting']);

function runsAlone(tags: readonly string[], clauses: readonly string[], ledger: Ledger): boolean {
  const needs = clauses.flatMap((clause) => ledger.byId.get(clause)?.needs ?? []);
  return (
    [globalTag, aloneTag].some((tag) => tags.includes(tag)) ||
    needs.some((need) => sharedNeeds.has(need))
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
