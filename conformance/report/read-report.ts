import { UsageError } from '../base/errors.ts';
import { readParsed } from '../base/read-file.ts';
import { keyOfFile, problemOf, validatorOf } from '../driver/validators.ts';
import type { KnownFailure } from './baseline.ts';
import type { Counts, RunDescription, RunOutcome } from './outcome.ts';
import type { Failure, ScenarioResult, ServerError, unreported, Scenario } from './result.ts';
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

/** The JSON report of a run, as `report.schema.json` describes it; the members that other commands read. */
export interface Report {
  readonly run: ReportedRun;
  /** Absent only where results come from elsewhere. */
  readonly summary?: Counts & Pick<RunOutcome, 'exit_code'>;
  /** What to fix first; absent from older reports. */
  readonly causes?: readonly ReportedCause[];
  readonly clauses: readonly ReportedClause[];
  readonly scenarios: readonly ReportedScenario[];
  readonly baseline: {
    readonly entries: readonly KnownFailure[];
    readonly excused?: readonly string[];
  };
  readonly unjudged: readonly string[];
  readonly server_errors: readonly (ServerError & { readonly scenario: string })[];
}

/** The run of a report. */
export type ReportedRun = Omit<RunDescription, 'notes'> & Partial<Pick<RunDescription, 'notes'>>;

/** Failures with one cause, in a report. */
export interface ReportedCause
  extends
    Readonly<Record<'title', string>>,
    // The ids of the clauses, and of those among them that nothing else keeps from conforming.
    Readonly<Record<'clauses' | 'frees', readonly string[]>>,
    // The ids of the scenarios that failed, and of those that could not be judged.
    Readonly<Record<'scenarios' | 'incomplete', readonly string[]>> {
  /** The scenario that shows it best. */
  readonly example: string;
}

/** A clause in a report, and its verdict. */
export interface ReportedClause extends Readonly<
  Record<'id' | 'chapter' | 'level' | 'text', string>
> {
  readonly verdict: Verdict;
}

/** A scenario in a report: its result, with the names that it has in the suite. */
export interface ReportedScenario
  extends
    Pick<Scenario, 'id' | 'name' | 'clauses'>,
    Omit<ScenarioResult, (typeof unreported)[number] | 'failure' | 'commands'>,
    Partial<Pick<ScenarioResult, 'commands'>> {
  readonly excused: boolean;
  readonly fingerprint?: string;
  readonly failure?: Failure & { readonly fingerprint: string };
}

/** Reads the JSON report of a run. Throws UsageError if the file is missing or holds something else. */
export function readReport(file: string): Report {
  const report = readParsed('the report', file, JSON.parse);
  const fits = validatorOf<Report>(keyOfFile('conformance/report/report.schema.json'));
  if (fits(report)) return report;
  throw new UsageError(`${file} is not the JSON report of a run: ${problemOf(fits)}`);
}
