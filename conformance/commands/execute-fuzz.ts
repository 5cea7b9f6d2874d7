import { present } from '../base/present.ts';
import { now } from '../base/environment.ts';
import { TargetLost, UsageError } from '../base/errors.ts';
import { openTargetClient } from '../client/target-client.ts';
import type { Client } from '../driver/client.ts';
import type { Target } from '../driver/target.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { openFuzzSession, supportOf } from '../fuzz/session.ts';
import { type JudgedProperty, judgeProperty } from '../fuzz/outcome.ts';
import { keepIn, knownIn } from '../fuzz/corpus-folder.ts';
import { type ReachRecorder, recordReach } from '../fuzz/reach.ts';
import {
  counterexampleBlock,
  foundLines,
  type FuzzContext,
  propertyLine,
  replayVerdict,
} from '../fuzz/report.ts';
import { needsIntake } from '../fuzz/unclaimed.ts';
import type { ExitCode } from '../report/exit-code.ts';
import { sweepDeadRuns, needsOf, undoHooks } from '../run/leftovers.ts';
import type { CommandContext, Frame } from './frame.ts';
import type { FuzzPlan } from './fuzz-plan.ts';
import { fuzzReporting, type FuzzResults } from './fuzz-reports.ts';
import { type LiveTarget, withTarget } from './live-target.ts';

/** Tests the properties of a plan, reports on them, and returns the exit code. Throws TargetLost if there is no target. */
export async function executeFuzz(
  plan: FuzzPlan,
  context: CommandContext,
  frame: Frame,
): Promise<ExitCode> {
  const { settings, properties, unclaimed } = plan;
  frame.output.write(`seed ${plan.seed}\n`);
  const recorder = recordReach();
  const conclude = fuzzReporting(plan, context, { ...frame, recorder });
  const tested: JudgedProperty[] = [];
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
    const ended = await withTarget(settings, options, (live) =>
      fuzzOn(live, plan, { ...frame, recorder, tested }),
    );
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
  if (flags.spawn === undefined) await sweepDeadRuns(target, settings.profile, now());
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
  openFuzzSession({ target, client, profile, run: id, isStopping, masker });
  const eraseLine = output.isTerminal ? '\r\u001b[K' : '';
  try {
    await fuzz({
      properties,
      seed,
      support: supportOf(profile),
      ...present({ runs: flags.runs, maxTime_ms: flags.maxTime, maxShrink_ms: flags.maxShrink }),
      ...present({ replay }),
      ...(corpus === undefined ? {} : { known: (property) => knownIn(corpus, property) }),
      onKnown: ({ id }, replayed) => output.write(`${eraseLine}  fixed: ${id} ${replayed}\n`),
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
