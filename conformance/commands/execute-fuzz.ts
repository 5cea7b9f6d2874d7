import { openSession } from '../client/session.ts';
import { openTargetClient } from '../client/target-client.ts';
import type { Client } from '../driver/client.ts';
import { openIntakeCommand } from '../driver/intake-command.ts';
import { openApiCheck } from '../driver/openapi-check.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { fuzzJson } from '../fuzz/json.ts';
import { fuzzExitCode, type JudgedProperty, judgeProperty } from '../fuzz/outcome.ts';
import type { Property } from '../fuzz/property.ts';
import { keepIn, knownIn } from '../fuzz/corpus-folder.ts';
import { reachLines, type ReachRecorder, recordReach } from '../fuzz/reach.ts';
import {
  acceptedLines,
  countLine,
  counterexampleBlock,
  foundLines,
  type FuzzContext,
  propertyLine,
  replayVerdict,
} from '../fuzz/report.ts';
import { needsIntake } from '../fuzz/unclaimed.ts';
import { writeReport } from '../report/destinations.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import type { Masker } from '../report/mask.ts';
import { needsOf, undoHooks } from '../run/undo-hooks.ts';
import { type Frame, writeLeftovers, writeStderr } from './frame.ts';
import type { FuzzPlan } from './fuzz-plan.ts';
import { type LiveTarget, withTarget } from './live-target.ts';

/** Tests the properties of a plan, reports on them, and returns the exit code. */
export function executeFuzz(plan: FuzzPlan, frame: Frame): Promise<ExitCode> {
  frame.output.write(`seed ${plan.seed}\n`);
  const { isStopping } = frame.interrupt;
  const options = { isStopping, needsIntake: needsIntake(plan.properties) };
  return withTarget(plan.settings, options, (live) => fuzzOn(live, plan, frame));
}

async function fuzzOn(
  { target, stderr, notice }: LiveTarget,
  plan: FuzzPlan,
  frame: Frame,
): Promise<ExitCode> {
  const { flags, settings, seed, ledger, unclaimed } = plan;
  const { output, masker, interrupt } = frame;
  const recorder = recordReach();
  const about = { base_url: target.base_url, again: settings.again, masker, ledger };
  if (notice !== undefined) output.write(`${notice}\n`);
  for (const entry of unclaimed) output.write(`${propertyLine(entry, output)}\n`);
  const judged = [
    ...unclaimed,
    ...(await testProperties(plan, frame, { target, about, recorder })),
  ];
  const clauses = plan.properties.flatMap((property) => property.clauses);
  const undone = await undoHooks(target, settings.profile, needsOf(clauses, ledger));
  const accepted = judged.flatMap(({ result }) => result?.observed ?? []);
  const isForbidden = flags.failOn.includes('accepted-input') && accepted.length > 0;
  const worst = fuzzExitCode(judged, interrupt.isStopping());
  const code = isForbidden && worst === exitCodes.conformant ? exitCodes.failed : worst;
  if (code !== exitCodes.conformant) writeStderr(output, stderr());
  writeLeftovers(output, [...undone, ...judged.flatMap(({ result }) => result?.leftovers ?? [])]);
  if (flags.json !== undefined) {
    const reach = recorder.reach();
    const description = { seed, profile: settings.profile.name, reach, ...about };
    const unwritten = writeReport(flags.json, masker.text(fuzzJson(description, judged)));
    for (const line of unwritten) output.write(`${line}\n`);
    if (unwritten.length > 0) return exitCodes.unwritten;
  }
  for (const line of acceptedLines(accepted, isForbidden)) output.write(`${line}\n`);
  for (const line of reachLines(recorder.reach())) output.write(`${line}\n`);
  output.write(`${countLine(judged)}\n`);
  return code;
}

/** What testing the properties needs besides the plan and the frame. */
interface Recorded {
  readonly target: Target;
  readonly about: FuzzContext;
  readonly recorder: ReachRecorder;
}

/** Returns a client that notes what its requests reach. */
function recordingClient(client: Client, recorder: ReachRecorder): Client {
  return {
    async send(request) {
      const response = await client.send(request);
      recorder.note(request, response);
      return response;
    },
    close: () => client.close(),
  };
}

async function testProperties(
  { flags, settings: { profile }, seed, properties, replay }: FuzzPlan,
  { id, output, masker, interrupt }: Frame,
  { target, about, recorder }: Recorded,
): Promise<readonly JudgedProperty[]> {
  const client = recordingClient(openTargetClient(target), recorder);
  const { corpus } = flags;
  const { isStopping } = interrupt;
  openFuzzSession({ target, client, profile, run: id, isStopping, masker });
  const eraseLine = output.isTerminal ? '\r\u001b[K' : '';
  try {
    const results = await fuzz({
      properties,
      seed,
      support: {
        shards: profile.claims.has('shards'),
        deletes: profile.hooks.delete_document !== undefined,
        formats: ['md', 'cbor', 'smile', 'arrow'].filter((format) => profile.claims.has(format)),
      },
      ...(flags.runs === undefined ? {} : { runs: flags.runs }),
      ...(flags.maxTime === undefined ? {} : { maxTime_ms: flags.maxTime }),
      ...(replay === undefined ? {} : { replay }),
      ...(flags.maxShrink === undefined ? {} : { maxShrink_ms: flags.maxShrink }),
      ...(corpus === undefined ? {} : { known: (property) => knownIn(corpus, property) }),
      onKnown: ({ id }, replayed) => output.write(`${eraseLine}  fixed: ${id} ${replayed}\n`),
      onFound: (found) => output.write(`${eraseLine}${foundLines(found, about).join('\n')}\n`),
      onStart: (property) => {
        if (output.isTerminal) output.write(`${eraseLine}${property.id} …`);
      },
      onEnd: (result) => {
        output.write(`${eraseLine}${propertyLine(judgeProperty(result), output)}\n`);
        const block = counterexampleBlock(result, about);
        if (block.length > 0) output.write(`\n${block.join('\n')}\n\n`);
        if (replay !== undefined) output.write(`${replayVerdict(result)}\n`);
        const { counterexample, property } = result;
        if (corpus !== undefined && counterexample !== undefined) {
          keepIn(corpus, property, counterexample.replay);
        }
      },
    });
    const tested = results.map(judgeProperty);
    return [...tested, ...untested(properties, tested)];
  } finally {
    client.close();
  }
}

function untested(
  all: readonly Property[],
  tested: readonly JudgedProperty[],
): readonly JudgedProperty[] {
  const reason = 'the run ended before this property was tested';
  return all
    .filter((property) => !tested.some(({ id }) => id === property.id))
    .map(({ id }) => ({ id, outcome: 'incomplete', runs: 0, duration_ms: 0, reason }));
}

/** What the session of a fuzz run is made from. */
interface FuzzSessionOptions {
  readonly target: Target;
  readonly client: Client;
  readonly profile: Profile;
  readonly run: string;
  readonly isStopping: () => boolean;
  readonly masker: Masker;
}

function openFuzzSession({ run, masker, ...options }: FuzzSessionOptions): void {
  let number = 0;
  const nothing = (): void => undefined;
  openSession({
    ...options,
    intakeCommand: openIntakeCommand(options.target, options.isStopping),
    check: openApiCheck,
    prefix: `ck-${run}-f`,
    nextNumber: () => (number += 1),
    announceCleanup: nothing,
    announceClean: nothing,
    announceSecret: (secret) => masker.learn([secret]),
    recordScenario: nothing,
  });
}
