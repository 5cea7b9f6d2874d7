import { defined } from '../base/assert.ts';
import type { BaselineOutcome } from '../report/baseline.ts';
import { writeReport, writeReports } from '../report/destinations.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { judgeRun } from '../report/outcome.ts';
import type { ScenarioResult } from '../report/result.ts';
import { joinedFailures } from '../fuzz/causes.ts';
import { fuzzJson } from '../fuzz/json.ts';
import {
  fuzzExitCode,
  type JudgedProperty,
  type ResultContext,
  scenarioResultOf,
} from '../fuzz/outcome.ts';
import { properties } from '../fuzz/properties/index.ts';
import { reachLines, type ReachRecorder } from '../fuzz/reach.ts';
import { acceptedLines, causeLines, serverErrorLines } from '../fuzz/report.ts';
import {
  describeRun,
  type CommandContext,
  type Frame,
  writeLeftovers,
  writeStderr,
} from './frame.ts';
import type { FuzzPlan } from './fuzz-plan.ts';

/** Everything that a fuzz run left to report. */
export interface FuzzResults {
  readonly judged: readonly JudgedProperty[];
  readonly base_url: string;
  /** The last output of the spawned servers. */
  readonly stderr: string;
  /** What the hooks changed for the whole server and the kit could not undo. */
  readonly leftovers: readonly string[];
}

/** Returns the function that reports on the results of a fuzz run, and returns its exit code. */
export function fuzzReporting(
  plan: FuzzPlan,
  { streams }: CommandContext,
  { recorder, ...frame }: Frame & { readonly recorder: ReachRecorder },
): (results: FuzzResults) => ExitCode {
  const { output } = frame;
  return (results) => {
    const { judged } = results;
    const scenarios = scenariosOf(judged, frame);
    const today = new Date(frame.started_ms).toISOString().slice(0, 10);
    const run = describeRun(frame, plan.settings, results.base_url);
    const outcome = judgeRun(run, scenarios, { ...plan, unjudged: [], today });
    const { baseline, counts } = outcome;
    const isForbidden = hasForbidden(judged, plan);
    const code = frame.interrupt.isStopping()
      ? exitCodes.interrupted
      : fuzzExitCode(judged, scenarios, { baseline, isForbidden });
    if (code !== exitCodes.conformant) writeStderr(output, results.stderr);
    const left = judged.flatMap(({ result }) => result?.leftovers ?? []);
    writeLeftovers(output, [...results.leftovers, ...left]);
    for (const line of causeLines(joinedFailures(scenarios))) output.write(`${line}\n`);
    for (const line of noteLines(judged, plan, baseline)) output.write(`${line}\n`);
    for (const line of reachLines(recorder.reach())) output.write(`${line}\n`);
    const { passed, failed, skipped } = counts;
    output.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
    const unwritten = [
      ...writeJson(results, plan, { ...frame, recorder }),
      // In these reports, each property is a scenario.
      ...writeReports(
        { ...outcome, exit_code: code },
        {
          destinations: plan.destinations,
          out: streams.out,
          masker: frame.masker,
          page: undefined,
        },
      ),
    ];
    for (const line of unwritten) streams.err.write(`${line}\n`);
    return unwritten.length > 0 ? exitCodes.unwritten : code;
  };
}

function scenariosOf(
  judged: readonly JudgedProperty[],
  context: ResultContext,
): readonly ScenarioResult[] {
  const byId = new Map(properties.map((property) => [property.id, property]));
  return judged.map((one) =>
    scenarioResultOf(one, defined(byId.get(one.id), `property ${one.id}`), context),
  );
}

/** True if the server did what `--fail-on` forbids. */
function hasForbidden(judged: readonly JudgedProperty[], { flags }: FuzzPlan): boolean {
  const { accepted, errors } = notesOf(judged);
  return (
    (flags.failOn.includes('accepted-input') && accepted.length > 0) ||
    (flags.failOn.includes('server-errors') && errors.length > 0)
  );
}

function notesOf(judged: readonly JudgedProperty[]): {
  readonly accepted: readonly string[];
  readonly errors: readonly string[];
} {
  return {
    accepted: judged.flatMap(({ result }) => result?.observed ?? []),
    errors: [...new Set(judged.flatMap(({ result }) => result?.serverErrors ?? []))],
  };
}

function noteLines(
  judged: readonly JudgedProperty[],
  { flags }: FuzzPlan,
  { excused, stale }: BaselineOutcome,
): readonly string[] {
  const { accepted, errors } = notesOf(judged);
  return [
    ...[...excused].map((id) => `known failure: ${id}`),
    ...stale.map(({ entry, why, detail }) =>
      why === 'not-found'
        ? `known failure ${entry.scenario ?? entry.clause}: ${detail}`
        : `known failure ${entry.scenario ?? entry.clause}, ${why}: ${detail}`,
    ),
    ...acceptedLines(accepted, flags.failOn.includes('accepted-input')),
    ...serverErrorLines(errors, flags.failOn.includes('server-errors')),
  ];
}

/** Writes the file of `--json`. Returns a line if it cannot be written. */
function writeJson(
  { judged, base_url }: FuzzResults,
  { flags, settings, seed, ledger }: FuzzPlan,
  { masker, recorder }: Frame & { readonly recorder: ReachRecorder },
): readonly string[] {
  if (flags.json === undefined) return [];
  const about = { base_url, again: settings.again, masker, ledger };
  const causes = joinedFailures(scenariosOf(judged, { masker }));
  const { name: profile } = settings.profile;
  const run = { seed, profile, reach: recorder.reach(), causes, ...about };
  return writeReport(flags.json, masker.text(fuzzJson(run, judged)));
}
