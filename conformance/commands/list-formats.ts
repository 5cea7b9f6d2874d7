import type { Clause } from '../../spec/clauses.ts';
import { code, prose, table } from '../report/markdown.ts';
import type { Scenario } from '../report/scenario.ts';

/** A clause and the scenarios that judge it. */
export interface ListRow {
  readonly clause: Clause;
  readonly scenarios: readonly Scenario[];
  /** Why the profile keeps the clause from being fully judged; empty without a profile. */
  readonly limitations: readonly string[];
}

/** True for a clause that has no scenario and no reason for that. */
export function isUntested({ clause, scenarios }: ListRow): boolean {
  return scenarios.length === 0 && clause.excluded === undefined;
}

/** The formats of the list, by the values of `--format`; each returns the lines. */
export const listFormats = {
  text: textLines,
  markdown: markdownLines,
  json: jsonLines,
  csv: csvLines,
} as const;

/** The name of a format. */
export type ListFormat = keyof typeof listFormats;

function textLines(rows: readonly ListRow[]): readonly string[] {
  const width = Math.max(0, ...rows.map(({ clause }) => clause.id.length));
  const lines = rows.map((row) => {
    const { id, level } = row.clause;
    return `${id.padEnd(width)}  ${level.padEnd(6)}  ${stateOf(row)}`;
  });
  const judged = rows.filter((row) => row.scenarios.length > 0).length;
  const untested = rows.filter(isUntested);
  const excluded = rows.length - judged - untested.length;
  const counts = `${judged} judged, ${excluded} excluded`;
  return [...lines, `${rows.length} clauses: ${counts}, ${untested.length} without a scenario`];
}

function markdownLines(rows: readonly ListRow[]): readonly string[] {
  return table([
    ['clause', 'level', 'section', 'row', 'text', 'judged by'],
    ...rows.map((row) => {
      const { id, level, source, text } = row.clause;
      const said = [source.section, source.row, text, stateOf(row)];
      return [code(id), level, ...said.map(cell)];
    }),
  ]);
}

/** A bar divides the cells of a table also inside code. */
function cell(text: string): string {
  return prose(text).replaceAll(/\\?\|/g, String.raw`\|`);
}

function jsonLines(rows: readonly ListRow[]): readonly string[] {
  return [JSON.stringify(rows.map(asJson), undefined, 2)];
}

function asJson({ clause, scenarios, limitations }: ListRow): object {
  return {
    ...clause,
    scenarios: scenarios.map((scenario) => scenario.id),
    ...(limitations.length === 0 ? {} : { hindered: limitations }),
  };
}

function csvLines(rows: readonly ListRow[]): readonly string[] {
  const head = ['id', 'chapter', 'level', 'section', 'row', 'text', 'scenarios', 'excluded'];
  const records = rows.map(({ clause, scenarios }) => {
    const { id, chapter, level, source, text, excluded = '' } = clause;
    const count = String(scenarios.length);
    return [id, chapter, level, source.section, source.row, text, count, excluded];
  });
  return [head, ...records].map((record) => record.map(quoted).join(','));
}

/** A field of CSV, as RFC 4180 has it. */
function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function stateOf({ clause, scenarios, limitations: [limitation] }: ListRow): string {
  if (scenarios.length > 0 && limitation !== undefined) return limitation;
  if (scenarios.length === 1) return '1 scenario';
  if (scenarios.length > 1) return `${scenarios.length} scenarios`;
  if (clause.excluded !== undefined) return `excluded: ${clause.excluded}`;
  return 'no scenario';
}
