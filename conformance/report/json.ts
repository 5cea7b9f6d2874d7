import type { ScenarioResult } from './result.ts';
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

function clauseEntry({ clause, verdict, results }: ClauseVerdict): object {
  const { id, chapter, level, text, source } = clause;
  const scenarios = results.map((result) => result.scenario.id);
  return { id, chapter, level, text, source, verdict, scenarios };
}

function scenarioEntry(result: ScenarioResult, excused: ReadonlySet<string>): object {
  const { scenario, outcome, reason, ownReason, failure, flaky, duration_ms } = result;
  const { precondition, missingHook, dependsOn } = result;
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
    ...(reason === undefined ? {} : { reason }),
    ...(ownReason === undefined ? {} : { own_reason: ownReason }),
    ...(dependsOn === undefined ? {} : { depends_on: dependsOn }),
    ...(precondition === undefined ? {} : { precondition }),
    ...(missingHook === undefined ? {} : { missing_hook: missingHook }),
    ...(result.missingExtras === undefined ? {} : { missing_extras: result.missingExtras }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(flaky === undefined ? {} : { outcomes: flaky }),
    ...(failure === undefined ? {} : { failure: { ...failure, fingerprint } }),
    observations: result.observations,
    exchanges: result.exchanges,
    ...(result.commands.length === 0 ? {} : { commands: result.commands }),
    ...(result.extras === undefined ? {} : { extras: result.extras }),
    leftovers: result.leftovers,
    duration_ms,
  };
}
