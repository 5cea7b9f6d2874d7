import type { Report, ReportedClause } from './read-report.ts';
import type { Verdict } from './verdict.ts';

/** One server of a matrix: what the reader calls it, and the report of a run against it. */
export interface Column {
  readonly name: string;
  readonly report: Report;
}

/** A row of the matrix: a clause, and its verdict on each server; undefined where the run left it out. */
export interface MatrixRow {
  readonly clause: ReportedClause;
  readonly verdicts: readonly (Verdict | undefined)[];
}

/** All clauses that occur in a report, in the order of the reports. */
export function rowsOf(columns: readonly Column[]): readonly MatrixRow[] {
  const byId = columns.map(({ report }) => new Map(report.clauses.map((one) => [one.id, one])));
  const all = new Map(columns.flatMap(({ report }) => report.clauses.map((one) => [one.id, one])));
  return [...all.values()].map((clause) => ({
    clause,
    verdicts: byId.map((clauses) => clauses.get(clause.id)?.verdict),
  }));
}
