import { present } from '../base/present.ts';
import { wallClock } from '../base/environment.ts';
import { TargetLost, UsageError, defined } from '../base/errors.ts';
import { openSession } from '../client/session.ts';
import { openTargetClient } from '../client/target-client.ts';
import type { Client } from '../driver/client.ts';
import type { Target } from '../driver/target.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { fuzzSession, supportOf } from '../fuzz/session.ts';
import {
  type JudgedProperty,
  judgeProperty,
  needsIntake,
  fuzzExitCode,
  type ResultContext,
  scenarioResultOf,
} from '../fuzz/outcome.ts';
import { keepIn, knownIn } from '../fuzz/corpus-folder.ts';
import { type ReachRecorder, recordReach, reachLine } from '../fuzz/reach.ts';
import {
  counterexampleBlock,
  foundLines,
  type FuzzContext,
  propertyLine,
  replayVerdict,
  fuzzJson,
  causeLines,
  notedLines,
} from '../fuzz/report.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { sweepDeadRuns, needsOf, undoHooks } from '../run/leftovers.ts';
import {
  type CommandContext,
  type Frame,
  describeRun,
  writeLeftovers,
  writeStderr,
} from './frame.ts';
import type { FuzzPlan } from './fuzz-plan.ts';
import { type LiveTarget, withTarget } from './live-target.ts';
import type { BaselineOutcome } from '../report/baseline.ts';
import { writeReport, writeReports } from '../report/destinations.ts';
import { type FailureGroup, failureGroups } from '../report/failure-groups.ts';
import { judgeRun } from '../report/outcome.ts';
import type { ScenarioResult } from '../report/result.ts';
import { properties } from '../fuzz/properties/index.ts';

/** Tests the properties of a plan, reports on them, and returns the exit code. Throws TargetLost if there is no target. */
export async function executeFuzz(
  plan: FuzzPlan,
  context: CommandContext,
  frame: Frame,
): Promise<ExitCode> {
  const { settings, properties, unclaimed } = plan;
  frame.output.write(`seed ${plan.seed}\n`);
  const tested: JudgedProperty[] = [];
  const noting = { ...frame, recorder: recordReach(), tested };
  const conclude = fuzzReporting(plan, context, noting);
  const soFar = (outcome: JudgedProperty['outcome'], reason: string): FuzzResults => {
    const untested = properties
      .filter((property) => !tested.some(({ id }) => id === property.id))
      .map(({ id }) => ({ id, runs: 0, duration_ms: 0, outcome, reason }));
    const judged = [...unclaimed, ...tested, ...untested];
    return { judged, base_url: settings.source.baseUrl ?? '', stderr: '', leftovers: [] };
  };
  frame.interrupt.onForce(() => conclude(soFar('interrupted', 'the run was stopped twice')));
  const { isStopping } = frame.interrupt;
  const options = { isStopping, needsIntake: needsIntake(properties) };
  try {
    const ended = await withTarget(settings, options, (live) => fuzzOn(live, plan, noting));
    const reason = 'the run ended before this property was tested';
    return conclude({ ...soFar('incomplete', reason), ...ended });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Whatever ends the run, its results so far are reported.
    const reason = error instanceof Error ? error.message : String(error);
    conclude(soFar(error instanceof TargetLost ? 'lost' : 'broken', reason));
    throw error;
  }
}

/** A frame, with what the run records on its way. */
type FuzzFrame = Frame & {
  readonly recorder: ReachRecorder;
  readonly tested: JudgedProperty[];
};

async function fuzzOn(
  { target, stderr, notice }: LiveTarget,
  plan: FuzzPlan,
  frame: FuzzFrame,
): Promise<Omit<FuzzResults, 'judged'>> {
  const { flags, settings, ledger, unclaimed } = plan;
  const { output, masker } = frame;
  const about = { base_url: target.base_url, again: settings.again, masker, ledger };
  if (notice !== undefined) output.write(`${notice}\n`);
  // A server that the kit has started holds nothing yet.
  if (flags.spawn === undefined) await sweepDeadRuns(target, settings.profile, wallClock());
  for (const entry of unclaimed) output.write(`${propertyLine(entry, output)}\n`);
  await testProperties(plan, frame, { target, about });
  const clauses = plan.properties.flatMap((property) => property.clauses);
  const leftovers = await undoHooks(target, settings.profile, needsOf(clauses, ledger));
  return { base_url: target.base_url, stderr: stderr(), leftovers };
}

async function testProperties(
  { flags, settings: { profile }, seed, properties, replay }: FuzzPlan,
  { id, output, masker, interrupt, recorder, tested }: FuzzFrame,
  { target, about }: { readonly target: Target; readonly about: FuzzContext },
): Promise<void> {
  const plain = openTargetClient(target);
  const send: Client['send'] = async (request) => {
    const response = await plain.send(request);
    recorder.note(request, response);
    return response;
  };
  const client = { ...plain, send };
  const { corpus } = flags;
  const { isStopping } = interrupt;
  openSession(fuzzSession({ target, client, profile, run: id, isStopping, masker }));
  const eraseLine = output.isTerminal ? '\r\u001b[K' : '';
  try {
    await fuzz({
      properties,
      seed,
      support: supportOf(profile),
      ...present({ runs: flags.runs, maxTime_ms: flags.maxTime, maxShrink_ms: flags.maxShrink }),
      ...present({ replay }),
      ...(corpus === undefined ? {} : { known: (property) => knownIn(corpus, property) }),
      onKnown: ({ id }, replayed, state) =>
        output.write(`${eraseLine}  ${state}: ${id} ${replayed}\n`),
      onFound: (found) => output.write(`${eraseLine}${foundLines(found, about).join('\n')}\n`),
      onStart: (property) => {
        if (output.isTerminal) output.write(`${eraseLine}${property.id} …`);
      },
      onEnd: (result) => {
        const judged = judgeProperty(result);
        tested.push(judged);
        output.write(`${eraseLine}${propertyLine(judged, output)}\n`);
        const block = counterexampleBlock(result, about);
        if (block.length > 0) output.write(`\n${block.join('\n')}\n\n`);
        if (replay !== undefined) output.write(`${replayVerdict(result)}\n`);
        const { counterexample, property } = result;
        if (corpus !== undefined && counterexample !== undefined) {
          keepIn(corpus, property, counterexample.replay);
        }
      },
    });
  } finally {
    client.close();
  }
}

/** Everything that a fuzz run left to report. */
interface FuzzResults {
  readonly judged: readonly JudgedProperty[];
  readonly base_url: string;
  /** The last output of the spawned servers. */
  readonly stderr: string;
  /** What the hooks changed for the whole server and the kit could not undo. */
  readonly leftovers: readonly string[];
}

/** Returns the function that reports on the results of a fuzz run, and returns its exit code. */
function fuzzReporting(
  plan: FuzzPlan,
  { streams }: CommandContext,
  frame: FuzzFrame,
): (results: FuzzResults) => ExitCode {
  const { output, recorder } = frame;
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
    const groups = failureGroups(outcome);
    for (const line of causeLines(groups)) output.write(`${line}\n`);
    for (const line of noteLines(judged, plan, baseline)) output.write(`${line}\n`);
    output.write(`${reachLine(recorder.reach())}\n`);
    const { passed, failed, skipped } = counts;
    output.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
    const unwritten = [
      ...writeJson({ ...results, groups }, plan, frame),
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

function notesOf(judged: readonly JudgedProperty[]) {
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
  const ruleOf = (kind: string, otherwise: string): string =>
    flags.failOn.includes(kind) ? 'which --fail-on forbids' : otherwise;
  const acceptedRule = ruleOf('accepted-input', 'which the specification leaves open');
  const errorRule = ruleOf('server-errors', 'with a reason');
  return [
    ...[...excused].map((id) => `known failure: ${id}`),
    ...stale.map(({ entry, why, detail }) =>
      why === 'not-found'
        ? `known failure ${entry.scenario ?? entry.clause}: ${detail}`
        : `known failure ${entry.scenario ?? entry.clause}, ${why}: ${detail}`,
    ),
    ...notedLines(
      `the server accepted ${accepted.length} wrong requests, ${acceptedRule}`,
      accepted,
    ),
    ...notedLines(`${errors.length} answers of 500 or more, ${errorRule}`, errors),
  ];
}

/** Writes the file of `--json`. Returns a line if it cannot be written. */
function writeJson(
  { judged, base_url, groups }: FuzzResults & { readonly groups: readonly FailureGroup[] },
  { flags, settings, seed, ledger }: FuzzPlan,
  { masker, recorder }: FuzzFrame,
): readonly string[] {
  if (flags.json === undefined) return [];
  const about = { base_url, again: settings.again, masker, ledger };
  const { name: profile } = settings.profile;
  const run = { seed, profile, reach: recorder.reach(), groups, ...about };
  return writeReport(flags.json, masker.text(fuzzJson(run, judged)));
}
