import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Clause, Ledger } from './clauses.ts';
import { fromRoot } from './root.ts';

/** A row of a table or a list of the specification, by a short name. */
export interface OutlineRow {
  readonly row: string;
  /** The ids of clauses of other sections that say what the row says. */
  readonly clauses: readonly string[];
}

/** A section of the specification, and its rows. */
export interface OutlineSection {
  readonly section: string;
  readonly rows: readonly OutlineRow[];
}

/** A section, and the clauses of each of its rows; rows that only clauses name come last. */
export interface FilledSection {
  readonly section: string;
  readonly rows: readonly { readonly row: string; readonly clauses: readonly Clause[] }[];
}

interface WrittenSection {
  readonly section: string;
  readonly rows: readonly (string | OutlineRow)[];
}

/** Reads the sections of the specification in its order. */
export function loadOutline(
  file: string = fromRoot('spec', 'outline.yaml'),
): readonly OutlineSection[] {
  const sections = parse(readFileSync(file, 'utf8')) as readonly WrittenSection[];
  return sections.map(({ section, rows }) => ({
    section,
    rows: rows.map((row) => (typeof row === 'string' ? { row, clauses: [] } : row)),
  }));
}

/** Returns the row of an outline that a clause belongs to: its own, or the longest that it continues. */
export function rowOf({ source }: Clause, rows: readonly OutlineRow[]): string | undefined {
  return rows
    .map(({ row }) => row)
    .filter(
      (row) =>
        source.row === row ||
        source.row.startsWith(`${row} / `) ||
        source.row.startsWith(`${row}, `),
    )
    .toSorted((a, b) => b.length - a.length)[0];
}

/** Puts the clauses of a ledger into the rows of the sections. Throws Error if a row names an unknown clause. */
export function fillOutline(
  { clauses, byId }: Ledger,
  outline: readonly OutlineSection[],
): readonly FilledSection[] {
  return outline.map(({ section, rows }) => {
    const own = clauses.filter(({ source }) => source.section === section);
    const placed = new Map(own.map((clause) => [clause, rowOf(clause, rows) ?? clause.source.row]));
    const listed = rows.map(({ row, clauses: others }) => ({
      row,
      clauses: [
        ...own.filter((clause) => placed.get(clause) === row),
        ...others.map((id) => named(byId, id)),
      ],
    }));
    const extra = [...new Set(placed.values())]
      .filter((row) => !rows.some((one) => one.row === row))
      .map((row) => ({ row, clauses: own.filter((clause) => placed.get(clause) === row) }));
    return { section, rows: [...listed, ...extra] };
  });
}

function named(byId: Ledger['byId'], id: string): Clause {
  const clause = byId.get(id);
  if (clause === undefined) throw new Error(`spec/outline.yaml: unknown clause ${id}`);
  return clause;
}
