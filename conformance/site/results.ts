import { answersOf } from '../report/matrix-answers.ts';
import type { Column } from '../report/matrix-rows.ts';
import type { ReportedScenario } from '../report/read-report.ts';
import type { Failure } from '../report/result.ts';
import type { Verdict } from '../report/verdict.ts';

/** Longer answers are cut. */
const maxAnswer = 300;

/** Failures of one clause beyond this number are counted, not shown. */
const maxFailures = 3;

/** A failure, and the name of its scenario. */
export interface ClauseFailure extends Failure {
  readonly scenario: string;
}

/** What one server did about one clause. */
export interface ClauseResult {
  readonly server: string;
  /** Absent if the run left the clause out. */
  readonly verdict?: Verdict;
  /** The note of the profile. */
  readonly note?: string;
  /** Of scenarios that judged; of equal ones the first. */
  readonly failures: readonly ClauseFailure[];
  readonly moreFailures: number;
  /** Why scenarios did not run to their end, each reason once. */
  readonly reasons: readonly string[];
  /** What was asked where the specification is silent, and the answer. */
  readonly answers: readonly (readonly [what: string, answer: string])[];
}

/** Returns what each server did about a clause, in the order of the servers. */
export function resultsOf(servers: readonly Column[]): (id: string) => readonly ClauseResult[] {
  const lookups = servers.map(resultsOfServer);
  return (id) => lookups.map((lookup) => lookup(id));
}

function resultsOfServer({ name, report }: Column): (id: string) => ClauseResult {
  const verdicts = new Map(report.clauses.map(({ id, verdict }) => [id, verdict]));
  const answers = answersOf(report, { longest: maxAnswer, isCut: true });
  const byClause = new Map<string, ReportedScenario[]>();
  for (const scenario of report.scenarios) {
    for (const id of scenario.clauses) {
      const known = byClause.get(id);
      if (known === undefined) byClause.set(id, [scenario]);
      else known.push(scenario);
    }
  }
  return (id) => {
    const verdict = verdicts.get(id);
    const note = report.run.notes?.[id];
    const own = byClause.get(id) ?? [];
    const failures = failuresOf(own);
    return {
      server: name,
      ...(verdict === undefined ? {} : { verdict }),
      ...(note === undefined ? {} : { note }),
      failures: failures.slice(0, maxFailures),
      moreFailures: Math.max(0, failures.length - maxFailures),
      reasons: [...new Set(own.flatMap(({ reason }) => reason ?? []))],
      answers: [...(answers.get(id) ?? [])],
    };
  };
}

/** A scenario with a reason did not judge: the reason says more than its failure. */
function failuresOf(scenarios: readonly ReportedScenario[]): readonly ClauseFailure[] {
  const found = new Map<string, ClauseFailure>();
  for (const { name, failure, reason } of scenarios) {
    if (failure === undefined || reason !== undefined || found.has(failure.fingerprint)) continue;
    found.set(failure.fingerprint, { ...failure, scenario: name });
  }
  return [...found.values()];
}
