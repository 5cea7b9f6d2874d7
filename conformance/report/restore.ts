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

function restored(
  reported: ReportedScenario,
  scenario: Scenario,
  { server_errors }: Report,
): ScenarioResult {
  const { own_reason: ownReason, depends_on: _, reason: shown, commands = [], ...rest } = reported;
  const reason = ownReason ?? shown;
  const serverErrors = server_errors
    .filter((error) => error.scenario === scenario.id)
    .map(({ method, path, status, body }) => ({ method, path, status, body }));
  return {
    ...rest,
    scenario,
    commands,
    ...(reason === undefined ? {} : { reason }),
    ...(serverErrors.length === 0 ? {} : { serverErrors }),
  };
}
