import { UsageError } from '../base/errors.ts';
import type { Report, ReportedScenario } from './read-report.ts';
import { plainId } from './rewritten.ts';
import type { ScenarioResult } from './result.ts';
import type { Scenario } from './scenario.ts';

/** A report and the file that it was read from. */
export interface ReportFile {
  readonly file: string;
  readonly report: Report;
}

/**
 * The results of a report, as the run had them before they were judged. Throws UsageError if the suite has no such
 * scenario: another version of the kit wrote the report.
 */
export function restoreResults(
  { file, report }: ReportFile,
  suite: readonly Scenario[],
): readonly ScenarioResult[] {
  const byId = new Map(suite.map((scenario) => [scenario.id, scenario]));
  return report.scenarios.map((reported) => {
    const scenario = byId.get(plainId(reported));
    if (scenario !== undefined && scenario.name === reported.name) {
      return restored(reported, { ...scenario, id: reported.id }, report);
    }
    throw new UsageError(
      `${file}: this version of the kit has no scenario ${reported.id} "${reported.name}"; version ${report.run.version} wrote the report: run again`,
    );
  });
}

/** What a result of a property or of a rewritten scenario has. */
function addedTo({
  generated,
  rewriting,
}: ReportedScenario): Pick<ScenarioResult, 'generated' | 'rewriting'> {
  return {
    ...(generated === undefined ? {} : { generated }),
    ...(rewriting === undefined ? {} : { rewriting }),
  };
}

function restored(
  reported: ReportedScenario,
  scenario: Scenario,
  { server_errors }: Report,
): ScenarioResult {
  const { outcome, precondition, missing_hook: missingHook, outcomes: flaky } = reported;
  const { missing_extras: missingExtras } = reported;
  const reason = reported.own_reason ?? reported.reason;
  const serverErrors = server_errors
    .filter((error) => error.scenario === scenario.id)
    .map(({ method, path, status, body }) => ({ method, path, status, body }));
  return {
    scenario,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(reported.failure === undefined ? {} : { failure: reported.failure }),
    ...(precondition === undefined ? {} : { precondition }),
    ...(missingHook === undefined ? {} : { missingHook }),
    ...(missingExtras === undefined ? {} : { missingExtras }),
    ...(flaky === undefined ? {} : { flaky }),
    ...addedTo(reported),
    exchanges: reported.exchanges,
    commands: reported.commands ?? [],
    observations: reported.observations,
    ...(serverErrors.length === 0 ? {} : { serverErrors }),
    ...(reported.extras === undefined ? {} : { extras: reported.extras }),
    leftovers: reported.leftovers,
    duration_ms: reported.duration_ms,
  };
}
