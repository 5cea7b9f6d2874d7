import { at, defined } from '../base/assert.ts';
import type { GherkinDocument, Pickle } from './cucumber.ts';

/** The line of a node in a feature file; for a row of Examples also its cells by column name. */
export interface SourceLocation {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly firstColumn: string | undefined;
}

type Feature = NonNullable<GherkinDocument['feature']>;
type GherkinScenario = NonNullable<Feature['children'][number]['scenario']>;
type Examples = GherkinScenario['examples'][number];

/** The source locations of all scenarios and rows of Examples in a document, by node id. */
export function locationsIn(document: GherkinDocument): ReadonlyMap<string, SourceLocation> {
  const locations = new Map<string, SourceLocation>();
  for (const scenario of scenariosIn(document)) {
    locations.set(scenario.id, { line: scenario.location.line, cells: {}, firstColumn: undefined });
    for (const examples of scenario.examples) addRows(examples, locations);
  }
  return locations;
}

/** The source location of a pickle; for an outline that of the row. Throws KitFault if its document is unknown. */
export function locationOf(
  pickle: Pickle,
  locations: ReadonlyMap<string, SourceLocation>,
): SourceLocation {
  const id = defined(pickle.astNodeIds.at(-1), 'node of a pickle');
  return defined(locations.get(id), `source location of "${pickle.name}" in ${pickle.uri}`);
}

function scenariosIn(document: GherkinDocument): readonly GherkinScenario[] {
  const children = document.feature?.children ?? [];
  return children
    .flatMap((child) => [child, ...(child.rule?.children ?? [])])
    .flatMap((child) => (child.scenario === undefined ? [] : [child.scenario]));
}

function addRows(examples: Examples, locations: Map<string, SourceLocation>): void {
  const columns = examples.tableHeader?.cells.map((cell) => cell.value) ?? [];
  for (const row of examples.tableBody) {
    const cells = Object.fromEntries(
      columns.map((column, index) => [column, at(row.cells, index).value]),
    );
    locations.set(row.id, { line: row.location.line, cells, firstColumn: columns[0] });
  }
}
