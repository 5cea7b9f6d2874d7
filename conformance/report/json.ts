import { writeJson } from '../base/body.ts';
import { type ScenarioResult, unreported } from './result.ts';
import { type FailureGroup, failureGroups } from './failure-groups.ts';
import { fingerprintOf } from './baseline.ts';
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

function clauseEntry({ clause, verdict, results }: ClauseVerdict): object {
  const { id, chapter, level, text, source } = clause;
  const scenarios = results.map((result) => result.scenario.id);
  return { id, chapter, level, text, source, verdict, scenarios };
}

/** Members without a value are left out by JSON. */
function scenarioEntry(result: ScenarioResult, excused: ReadonlySet<string>): object {
  const { id, name, feature, clauses, tags } = result.scenario;
  const { generated, failure, commands } = result;
  const own = Object.entries(result).filter(([member]) => !left.has(member));
  const fingerprint = fingerprintOf(result);
  return {
    id,
    name,
    feature,
    clauses,
    tags,
    ...Object.fromEntries(own),
    excused: excused.has(id),
    fingerprint,
    // As plain JSON, in which large numbers are doubles.
    generated: generated && (JSON.parse(writeJson(generated)) as unknown),
    failure: failure && { ...failure, fingerprint },
    commands: commands.length === 0 ? undefined : commands,
  };
}

const left: ReadonlySet<string> = new Set(unreported);
