import { present } from '../base/present.ts';
import type { Clause } from '../../spec/clauses.ts';
import { defined } from '../base/errors.ts';
import { grouped } from '../base/grouped.ts';
import { againLine } from '../report/shell.ts';
import { counterexampleFacts, type CounterexampleFacts } from '../report/counterexample-block.ts';
import { answersOf } from '../report/matrix-answers.ts';
import type { Column, ReportedRun, ReportedScenario } from '../report/read-report.ts';
import type { Failure, Outcome, RecordedCommand, RecordedExchange } from '../report/result.ts';
import type { Verdict } from '../report/verdict.ts';
import type { Review } from './model.ts';

/** Longer answers are cut. */
const maxAnswer = 300;

/** Failures and reasons of one clause beyond these numbers are counted, not shown. */
const maxFailures = 3;
const maxReasons = 10;

/** What a scenario sent and received, for those who want to see it themselves. */
export interface Trace {
  readonly run: ReportedRun;
  /** The command that runs it again. */
  readonly again: string;
  readonly counterexample: CounterexampleFacts;
  readonly exchanges: readonly RecordedExchange[];
  readonly commands: readonly RecordedCommand[];
}

/** Where a trace is: here, or at the clause of the same scenario that shows it first; absent if there is none. */
interface Traced {
  readonly trace?: Trace;
  readonly tracedAt?: Clause;
}

/** A failure, and the name of its scenario. */
export interface ClauseFailure extends Failure, Traced {
  readonly scenario: string;
}

/** Why a scenario did not judge. */
export interface Reason extends Traced {
  readonly text: string;
}

type FindTrace = (scenario: ReportedScenario, clause: Clause) => Traced;

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
  readonly reasons: readonly Reason[];
  readonly moreReasons: number;
  /** What was asked where the specification is silent, and the answer. */
  readonly answers: readonly (readonly [what: string, answer: string])[];
}

/** Returns what each server did about a clause, in the order of the servers; without traces if they are shown elsewhere. */
export function resultsOf(
  { servers, ledger }: Pick<Review, 'servers' | 'ledger'>,
  isTraced = true,
): (id: string) => readonly ClauseResult[] {
  const columns = servers.map((column) =>
    resultsOfServer(column, ledger.clauses, isTraced ? tracing(column.report.run) : () => ({})),
  );
  return (id) => columns.map((results) => defined(results.get(id), `result of ${id}`));
}

function resultsOfServer(
  { name, report }: Column,
  clauses: readonly Clause[],
  traced: FindTrace,
): ReadonlyMap<string, ClauseResult> {
  const verdicts = new Map(report.clauses.map(({ id, verdict }) => [id, verdict]));
  const answers = answersOf(report, { longest: maxAnswer, longer: 'cut' });
  const byClause = grouped(
    report.scenarios.flatMap((one) => one.clauses.map((id) => [id, one] as const)),
  );
  const resultOf = (clause: Clause): ClauseResult => {
    const verdict = verdicts.get(clause.id);
    const note = report.run.notes?.[clause.id];
    const own = byClause.get(clause.id) ?? [];
    const failed = failuresIn(own);
    const stopped = reasonsIn(own);
    return {
      server: name,
      ...present({ verdict, note }),
      failures: failed.slice(0, maxFailures).map(([scenario, failure]) => ({
        ...failure,
        scenario: scenario.name,
        ...traced(scenario, clause),
      })),
      moreFailures: Math.max(0, failed.length - maxFailures),
      reasons: stopped
        .slice(0, maxReasons)
        .map(([scenario, text]) => ({ text, ...traced(scenario, clause) })),
      moreReasons: Math.max(0, stopped.length - maxReasons),
      answers: [...(answers.get(clause.id) ?? [])],
    };
  };
  return new Map(clauses.map((clause) => [clause.id, resultOf(clause)]));
}

/** The outcomes of scenarios that ended before they judged, by what a server did. */
const ended: ReadonlySet<Outcome> = new Set(['failed', 'broken', 'lost', 'incomplete']);

/**
 * Returns what gives each scenario its trace, at the clause that asks first; the others get that clause. A scenario that
 * ended because of another one's failure has none: the other one shows it.
 */
function tracing(run: ReportedRun): FindTrace {
  const shownAt = new Map<string, Clause>();
  return (scenario, clause) => {
    const { id, outcome, depends_on, exchanges, commands = [] } = scenario;
    const isEmpty = exchanges.length + commands.length === 0;
    if (isEmpty || depends_on !== undefined || !ended.has(outcome)) return {};
    const tracedAt = shownAt.get(id);
    if (tracedAt !== undefined) return { tracedAt };
    shownAt.set(id, clause);
    const again = againLine(run, scenario);
    const counterexample = counterexampleFacts({ ...scenario, scenario }, run);
    return { trace: { run, again, counterexample, exchanges, commands } };
  };
}

/** A scenario with a reason did not judge: the reason says more than its failure. */
function failuresIn(
  scenarios: readonly ReportedScenario[],
): readonly (readonly [ReportedScenario, Failure])[] {
  const found = new Map<string, readonly [ReportedScenario, Failure]>();
  for (const scenario of scenarios) {
    const { failure, reason } = scenario;
    if (failure === undefined || reason !== undefined || found.has(failure.fingerprint)) continue;
    found.set(failure.fingerprint, [scenario, failure]);
  }
  return [...found.values()];
}

function reasonsIn(
  scenarios: readonly ReportedScenario[],
): readonly (readonly [ReportedScenario, string])[] {
  const found = new Map<string, readonly [ReportedScenario, string]>();
  for (const scenario of scenarios) {
    const { reason } = scenario;
    if (reason !== undefined && !found.has(reason)) found.set(reason, [scenario, reason]);
  }
  return [...found.values()];
}
