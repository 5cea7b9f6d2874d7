import { readFileSync } from 'node:fs';
import { defined } from '../base/assert.ts';
import { UsageError } from '../base/errors.ts';
import { keyOfFile, validatorOf } from '../driver/validators.ts';
import type { Observation } from '../client/record.ts';
import type { MismatchKind } from '../base/errors.ts';
import type { KnownFailure } from './baseline.ts';
import type { RunDescription } from './outcome.ts';
import type {
  Failure,
  GeneratedValues,
  Outcome,
  RecordedCommand,
  RecordedExchange,
  RewritingUse,
  ServerError,
} from './result.ts';
import type { Verdict } from './verdict.ts';

/** The JSON report of a run, as `report.schema.json` describes it; the members that other commands read. */
export interface Report {
  readonly run: ReportedRun;
  readonly clauses: readonly ReportedClause[];
  readonly scenarios: readonly ReportedScenario[];
  readonly baseline: { readonly entries: readonly KnownFailure[] };
  readonly unjudged: readonly string[];
  readonly server_errors: readonly (ServerError & { readonly scenario: string })[];
}

/** The run of a report. */
export type ReportedRun = Omit<RunDescription, 'notes'> & Partial<Pick<RunDescription, 'notes'>>;

/** A clause in a report, and its verdict. */
export interface ReportedClause {
  readonly id: string;
  readonly chapter: string;
  readonly level: string;
  readonly text: string;
  readonly verdict: Verdict;
}

/** A scenario in a report. */
export interface ReportedScenario {
  readonly id: string;
  readonly name: string;
  readonly clauses: readonly string[];
  readonly outcome: Outcome;
  readonly excused: boolean;
  readonly reason?: string;
  readonly own_reason?: string;
  readonly depends_on?: string;
  readonly precondition?: MismatchKind;
  readonly missing_hook?: string;
  readonly missing_extras?: readonly string[];
  readonly fingerprint?: string;
  readonly outcomes?: readonly Outcome[];
  readonly generated?: GeneratedValues;
  readonly rewriting?: RewritingUse;
  readonly failure?: Failure & { readonly fingerprint: string };
  readonly observations: readonly Observation[];
  readonly exchanges: readonly RecordedExchange[];
  readonly commands?: readonly RecordedCommand[];
  readonly extras?: readonly string[];
  readonly leftovers: readonly string[];
  readonly duration_ms: number;
}

/** Reads the JSON report of a run. Throws UsageError if the file is missing or holds something else. */
export function readReport(file: string): Report {
  const report = readJson(file);
  const fits = validatorOf<Report>(keyOfFile('conformance/report/report.schema.json'));
  if (fits(report)) return report;
  const { instancePath, message } = defined(fits.errors?.[0], 'error of a failed schema check');
  throw new UsageError(
    `${file} is not the JSON report of a run: ${instancePath || 'the report'} ${message}`,
  );
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    throw new UsageError(`the report ${file} cannot be read: ${String(error)}`);
  }
}
