import type { GherkinDocument, Pickle } from './envelope.ts';

/** Where a node of a feature stands; a row of Examples also with its cells by the names of its columns. */
export interface Place {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly firstColumn: string | undefined;
}

type Feature = NonNullable<GherkinDocument['feature']>;
type GherkinScenario = NonNullable<Feature['children'][number]['scenario']>;
type Examples = GherkinScenario['examples'][number];

/** The places of all scenarios and rows of Examples in a document, by the ids of their nodes. */
export function placesIn(document: GherkinDocument): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const scenario of scenariosIn(document)) {
    places.set(scenario.id, { line: scenario.location.line, cells: {}, firstColumn: undefined });
    for (const examples of scenario.examples) addRows(examples, places);
  }
  return places;
}

/** The place of a pickle: the row where it comes from an outline. Throws Error where the document is another one. */
export function placeOf(pickle: Pickle, places: ReadonlyMap<string, Place>): Place {
  const place = places.get(pickle.astNodeIds.at(-1) ?? '');
  if (place === undefined) throw new Error(`${pickle.uri}: no place is known for "${pickle.name}"`);
  return place;
}

function scenariosIn(document: GherkinDocument): readonly GherkinScenario[] {
  const children = document.feature?.children ?? [];
  return children
    .flatMap((child) => [child, ...(child.rule?.children ?? [])])
    .flatMap((child) => (child.scenario === undefined ? [] : [child.scenario]));
}

function addRows(examples: Examples, places: Map<string, Place>): void {
  const columns = examples.tableHeader?.cells.map((cell) => cell.value) ?? [];
  for (const row of examples.tableBody) {
    const cells = Object.fromEntries(
      columns.map((column, at) => [column, row.cells[at]?.value ?? '']),
    );
    places.set(row.id, { line: row.location.line, cells, firstColumn: columns[0] });
  }
}
