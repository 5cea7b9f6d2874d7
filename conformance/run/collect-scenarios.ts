import type { Ledger } from '../../spec/clauses.ts';
import { extrasOfScenario } from '../../spec/extras.ts';
import { defined, KitFault } from '../base/errors.ts';
import { parseFeatures, type Pickle } from './cucumber.ts';
import { type SourceLocation, locationOf, locationsIn } from './tracker.ts';
import { aloneTag, globalTag, type Scenario } from '../report/result.ts';
import { storedSuite, type Suite } from './suite.ts';

/** The source locations of all nodes parsed so far, and the names of the features by file. */
interface Documents {
  readonly locations: Map<string, SourceLocation>;
  readonly features: Map<string, string>;
}

/** Returns all scenarios of a suite: the stored ones, or those that `parseScenarios` reads. */
export async function collectScenarios(suite: Suite, ledger: Ledger): Promise<readonly Scenario[]> {
  return storedSuite(suite.stored)?.scenarios ?? parseScenarios(suite, ledger);
}

/**
 * Reads all scenarios of a suite, ordered by file and line. Throws KitFault if a file does not parse, there is no file, or
 * a tag or cell names a clause that is not in the ledger.
 */
export async function parseScenarios(suite: Suite, ledger: Ledger): Promise<readonly Scenario[]> {
  const documents: Documents = { locations: new Map(), features: new Map() };
  const pickles: Pickle[] = [];
  const complaints = await parseFeatures(suite, ({ gherkinDocument, pickle }) => {
    if (pickle !== undefined) pickles.push(pickle);
    if (gherkinDocument === undefined) return;
    for (const [id, location] of locationsIn(gherkinDocument))
      documents.locations.set(id, location);
    const uri = defined(gherkinDocument.uri, 'path of a feature file');
    // An empty feature file has no feature.
    documents.features.set(uri, gherkinDocument.feature?.name ?? '');
  });
  if (complaints !== '') throw new KitFault(`the features do not parse:\n${complaints}`);
  const scenarios = pickles.map((pickle) => scenarioOf(pickle, documents, ledger));
  return scenarios.toSorted((a, b) => compareText(a.uri, b.uri) || (a.line ?? 0) - (b.line ?? 0));
}

function scenarioOf(pickle: Pickle, documents: Documents, ledger: Ledger): Scenario {
  const location = locationOf(pickle, documents.locations);
  const tags = pickle.tags.map((tag) => tag.name.slice(1));
  const cell = location.firstColumn === 'clause' ? defined(location.cells['clause'], 'cell') : '';
  const inCell = cell.split(/[\s,]+/).filter((id) => id !== '');
  const id = `${pickle.uri}:${location.line}`;
  const movesClock = hasStep(pickle, / pass(?:es)?$/);
  const unknown = [...tags.filter((tag) => tag.includes('.')), ...inCell].find(
    (tag) => !ledger.byId.has(tag),
  );
  if (unknown !== undefined) throw new KitFault(`${id}: unknown clause ${unknown}`);
  const clauses = [...new Set([...tags.filter((tag) => ledger.byId.has(tag)), ...inCell])];
  return {
    id,
    uri: pickle.uri,
    line: location.line,
    name: pickle.name,
    ...outlineOf(pickle, documents),
    feature: defined(documents.features.get(pickle.uri), 'feature of a scenario'),
    tags: [...new Set([...tags, ...clauses])],
    clauses,
    extras: extrasOfScenario(pickle.uri, pickle.name),
    alone: runsAlone(tags, clauses, ledger),
    movesClock,
    waits: hasStep(pickle, keepTimeStep),
    lasts: hasStep(pickle, keepTimeStep) || hasStep(pickle, lastingStep),
    silent:
      clauses.length > 0 && clauses.every((clause) => ledger.byId.get(clause)?.level === 'SILENT'),
  };
}

/** The outline of a row of Examples. */
function outlineOf(pickle: Pickle, { locations }: Documents): Pick<Scenario, 'outline'> {
  const [outline, row] = pickle.astNodeIds;
  if (outline === undefined || row === undefined) return {};
  const { line } = defined(locations.get(outline), 'source location of an outline');
  return { outline: `${pickle.uri}:${line}` };
}

/**
 * Needs that affect all other scenarios: they change the settings of the server. Running the lifecycle policies is not one
 * of them, as the server may do so at any time anyway; whether the clock is moved depends on the run.
 */
const sharedNeeds = new Set(['global', 'cluster_setting']);

/** Waits for the end of a keep time. */
const keepTimeStep = /^the keep time of .* runs out$/;

/** Waits for queries that run in the background, or starts an intake: the processor is idle for most of the time. */
const lastingStep =
  /^(?:an? .* query over .* is running|the client starts (?:an? .* query over|the query with)|an intake)\b/;

function runsAlone(tags: readonly string[], clauses: readonly string[], ledger: Ledger): boolean {
  const needs = clauses.flatMap((clause) => ledger.byId.get(clause)?.needs ?? []);
  return (
    [globalTag, aloneTag].some((tag) => tags.includes(tag)) ||
    needs.some((need) => sharedNeeds.has(need))
  );
}

/** True if the text of a step matches. */
function hasStep({ steps }: Pickle, text: RegExp): boolean {
  return steps.some((step) => text.test(step.text));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
