import { writeJson } from '../base/body.ts';
import type { ScenarioResult } from './result.ts';
import { type FailureGroup, failureGroups } from './failure-groups.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { RunOutcome } from './outcome.ts';
import type { ClauseVerdict } from './verdict.ts';

/** The version of the format. */
const reportFormat = 1;

/** The report as JSON, as `report.schema.json` describes it. */
export function jsonReport(outcome: RunOutcome): string {
  const { run, counts, exit_code, verdicts, results, baseline, unjudged, serverErrors } = outcome;
  const report = {
    $schema: 'https://unpkg.com/search-conformance/conformance/report/report.schema.json',
    format: reportFormat,
    run,
    summary: { ...counts, exit_code },
    causes: failureGroups(outcome).map(causeEntry),
    clauses: verdicts.map(clauseEntry),
    scenarios: results.map((result) => scenarioEntry(result, baseline.excused)),
    baseline: { ...baseline, excused: [...baseline.excused] },
    unjudged: unjudged.map((clause) => clause.id),
    server_errors: serverErrors.flatMap((result) =>
      (result.serverErrors ?? []).map((error) => ({ scenario: result.scenario.id, ...error })),
    ),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function causeEntry({ cause, example, failed, dependents, clauses, frees }: FailureGroup): object {
  return {
    title: cause.title,
    clauses,
    frees,
    scenarios: failed.map(({ scenario }) => scenario.id),
    incomplete: dependents.map(({ scenario }) => scenario.id),
    example: example.scenario.id,
  };
}

/** As plain JSON, in which large numbers are doubles. */
function plain(value: unknown): unknown {
  return JSON.parse(writeJson(value));
}

function clauseEntry({ clause, verdict, results }: ClauseVerdict): object {
  const { id, chapter, level, text, source } = clause;
  const scenarios = results.map((result) => result.scenario.id);
  return { id, chapter, level, text, source, verdict, scenarios };
}

/** Members without a value are left out by JSON. */
function scenarioEntry(result: ScenarioResult, excused: ReadonlySet<string>): object {
  const { scenario, outcome, generated, failure } = result;
  const { id, name, feature, clauses, tags } = scenario;
  const fingerprint = fingerprintOf(result);
  return {
    id,
    name,
    feature,
    clauses,
    tags,
    outcome,
    excused: excused.has(id),
    reason: result.reason,
    own_reason: result.ownReason,
    depends_on: result.dependsOn,
    precondition: result.precondition,
    missing_hook: result.missingHook,
    missing_extras: result.missingExtras,
    fingerprint,
    outcomes: result.flaky,
    generated: generated === undefined ? undefined : plain(generated),
    rewriting: result.rewriting,
    failure: failure === undefined ? undefined : { ...failure, fingerprint },
    observations: result.observations,
    exchanges: result.exchanges,
    commands: result.commands.length === 0 ? undefined : result.commands,
    extras: result.extras,
    leftovers: result.leftovers,
    duration_ms: result.duration_ms,
  };
}
