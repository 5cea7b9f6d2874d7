import { isDeepStrictEqual } from 'node:util';
import { defined, UsageError } from '../base/errors.ts';
import { present } from '../base/present.ts';
import type { RunOutcome } from './outcome.ts';
import type { ReportedRun, Report, ReportedScenario } from './read-report.ts';
import { plainId, type ScenarioResult, type Scenario } from './result.ts';

/** A report and the file that it was read from. */
interface ReportFile {
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
    const scenario = byId.get(plainId(reported.id, reported.rewriting));
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

/** Joins the ids of the runs that a merged report comes from. */
const idSeparator = '+';

/** The ids of the runs of a report: several if it was merged. */
export function runIds({ id }: Pick<ReportedRun, 'id'>): readonly string[] {
  return id.split(idSeparator);
}

/** What has to be the same in reports that are merged, and what it is called. */
const equalMembers: readonly (readonly [string, (file: ReportFile) => unknown])[] = [
  ['version of the kit', ({ report }) => report.run.version],
  ['profile', ({ report }) => report.run.profile],
  ['notes of the profile', ({ report }) => report.run.notes],
  ['target', ({ report }) => report.run.again],
  ['--fail-on', ({ report }) => report.run.fail_on],
  ['baseline', ({ report }) => report.baseline.entries],
];

/**
 * Merges the reports of the parts of one run. Throws UsageError, with the names of the files, if they are about different
 * targets, profiles or baselines, have scenarios in common, or if a shard is missing. The results are in the order of the suite.
 */
export function mergeReports(
  files: readonly ReportFile[],
  suite: readonly Scenario[],
): Pick<RunOutcome, 'run' | 'results'> {
  const first = defined(files[0], 'first report');
  for (const other of files.slice(1)) checkSame(first, other);
  checkOverlap(files);
  checkShards(files);
  const byId = new Map(
    files
      .flatMap((file) => restoreResults(file, suite))
      .map((result) => [result.scenario.id, result]),
  );
  const order = new Map(suite.map(({ id }, at) => [id, at]));
  const position = ({ scenario: { id }, rewriting }: ScenarioResult): number =>
    order.get(plainId(id, rewriting)) ?? suite.length;
  // Parts may have tried the same pairs.
  const { shard: _, rewritings, selection, ...run } = first.report.run;
  const runs = files.map(({ report }) => report.run);
  const isOne = runs.every((other) => other.selection === selection);
  return {
    run: {
      ...run,
      ...(files.length > 1 || rewritings === undefined ? {} : { rewritings }),
      ...(isOne ? present({ selection }) : {}),
      notes: run.notes ?? {},
      id: runs.map(({ id }) => id).join(idSeparator),
      started_at: defined(runs.map(({ started_at }) => started_at).toSorted()[0], 'first start'),
      duration_ms: runs.reduce((sum, { duration_ms }) => sum + duration_ms, 0),
    },
    results: [...byId.values()].toSorted((a, b) => position(a) - position(b)),
  };
}

function checkSame(first: ReportFile, other: ReportFile): void {
  for (const [name, member] of equalMembers) {
    const [a, b] = [member(first), member(other)];
    if (isDeepStrictEqual(a, b)) continue;
    const values = typeof a === 'string' ? `: "${a}" and "${String(b)}"` : '';
    throw new UsageError(`${first.file} and ${other.file} differ in the ${name}${values}`);
  }
}

function checkOverlap(files: readonly ReportFile[]): void {
  const owners = new Map<string, string>();
  for (const { file, report } of files) {
    for (const { id } of report.scenarios) {
      const owner = owners.get(id);
      if (owner !== undefined)
        throw new UsageError(`${owner} and ${file} overlap: both have ${id}`);
      owners.set(id, file);
    }
  }
}

/** Reports without a shard may be parts of any kind; if one is a shard, all of its kind have to be there. */
function checkShards(files: readonly ReportFile[]): void {
  const shards = files.flatMap(({ report }) => report.run.shard ?? []);
  const counts = new Set(shards.map((shard) => Number(shard.split('/')[1])));
  for (const count of counts) {
    const missing = Array.from({ length: count }, (_, at) => `${at + 1}/${count}`).filter(
      (shard) => !shards.includes(shard),
    );
    if (missing.length === 0) continue;
    const found = files.map(({ file, report }) => `${file} (${report.run.shard ?? 'no shard'})`);
    throw new UsageError(`shard ${missing.join(', ')} is missing among ${found.join(', ')}`);
  }
}
