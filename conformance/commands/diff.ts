import type { Command } from 'commander';
import { defined, Incomplete, UsageError } from '../base/errors.ts';
import { now, randomHex, randomSeed } from '../base/environment.ts';
import { openTargetClient } from '../client/target-client.ts';
import { loadProfile } from '../driver/load-profile.ts';
import { runId } from '../driver/names.ts';
import { assertReachable } from '../driver/probe.ts';
import { diffServers, type DiffResult, type FoundDifference } from '../fuzz/diff/diff.ts';
import { openSession } from '../client/session.ts';
import { fuzzSession, type FuzzSessionOptions } from '../fuzz/session.ts';
import { readReplayId } from '../fuzz/corpus-folder.ts';
import type { Masker } from '../report/mask.ts';
import { quoted, curlLine } from '../report/shell.ts';
import { checkReportFile, writeReport } from '../report/destinations.ts';
import { type ExitCode, exitCodes } from '../report/exit-code.ts';
import { withConfig } from './config-file.ts';
import { type CommandContext, type Frame, withFrame, writeLeftovers } from './frame.ts';
import { diffExitCodes } from './exit-code-help.ts';
import type { FuzzFlags } from './fuzz-plan.ts';
import { readBaseUrl, readDuration, readRuns, readSeed } from './flag-values.ts';
import { type LiveTarget, withTarget } from './live-target.ts';
import {
  addTargetFlags,
  readTargetFlags,
  type TargetFlags,
  type TargetSettings,
} from './target-flags.ts';
import { textOf, writeJson } from '../base/body.ts';
import type { Exchange } from '../base/exchange.ts';
import { oneLine } from '../report/difference.ts';
import type { FuzzContext } from '../fuzz/report.ts';
import { recordedExchange } from '../run/classify.ts';

interface DiffFlags
  extends
    TargetFlags,
    Pick<FuzzFlags, 'seed' | 'runs' | 'maxTime' | 'maxShrink' | 'json' | 'replay'> {
  readonly against?: string;
  readonly againstProfile?: string;
}

const defaultRuns = 100;
const defaultShrink_ms = 10_000;

/** Defines `diff`: the same generated requests to two servers. */
export function defineDiff(command: Command, context: CommandContext): void {
  addTargetFlags(command)
    .option(
      '--against <url>',
      'base URL of the other server, which gets the same headers',
      (text) => readBaseUrl('--against', text),
    )
    .option(
      '--against-profile <name|file>',
      'profile of the other server (default: that of --profile)',
    )
    .option('--seed <n>', 'seed of the generated requests (default: random)', readSeed)
    .option('--runs <n>', `number of sequences (default: ${defaultRuns})`, readRuns)
    .option('--max-time <duration>', 'start no sequence after this time', readDuration)
    .option(
      '--max-shrink <duration>',
      'maximum time for shrinking one difference (default: 10s)',
      readDuration,
    )
    .option('--replay <id>', 'send only the sequence of this difference again')
    .option('--json <file>', 'write the differences as JSON to this file')
    .addHelpText('after', diffExitCodes)
    .action(async (given: DiffFlags) => {
      const flags = withConfig(given);
      const settings = readTargetFlags(flags, context.env);
      if (flags.against === undefined) throw new UsageError('--against is needed');
      if (flags.json !== undefined) checkReportFile(flags.json);
      await withFrame(context, settings.target, (frame) => executeDiff(settings, flags, frame));
    });
}

async function executeDiff(
  settings: TargetSettings,
  flags: DiffFlags,
  frame: Frame,
): Promise<ExitCode> {
  const seed = flags.seed ?? randomSeed();
  const { output, masker, interrupt } = frame;
  output.write(`seed ${seed}\n`);
  const { isStopping } = interrupt;
  const against = defined(flags.against, '--against');
  const result = await withTarget(settings, { isStopping, needsIntake: false }, (live) =>
    compareWith(live, { settings, flags, seed, against }, frame),
  ).catch((error: unknown): ExitCode => {
    if (!(error instanceof Incomplete)) throw error;
    output.write(`${error.message}\n`);
    return exitCodes.incomplete;
  });
  if (typeof result === 'number') return result;
  const shown = contextOf({ settings, flags, against }, masker);
  output.write(`${tallyOf(result)}\n`);
  writeLeftovers(output, result.leftovers);
  const about = { seed, against, profile: settings.profile.name };
  const unwritten =
    flags.json === undefined
      ? []
      : writeReport(flags.json, masker.text(diffJson(result, about, shown)));
  for (const line of unwritten) output.write(`${line}\n`);
  if (unwritten.length > 0) return exitCodes.unwritten;
  if (result.found.length > 0) return exitCodes.failed;
  return result.accepted === 0 ? exitCodes.incomplete : exitCodes.conformant;
}

/** What the lines about differences are made with. */
function contextOf(
  { settings, flags, against }: Pick<DiffOrder, 'settings' | 'flags' | 'against'>,
  masker: Masker,
): DiffContext {
  const { source, again } = settings;
  const other =
    flags.againstProfile === undefined ? [] : ['--against-profile', flags.againstProfile];
  const flagsAgain = [again, '--against', against, ...other].map((part, at) =>
    at === 0 ? part : quoted(part),
  );
  return { base_url: source.baseUrl ?? 'http://127.0.0.1', again: flagsAgain.join(' '), masker };
}

/** What a comparison needs besides its frame. */
interface DiffOrder {
  readonly settings: TargetSettings;
  readonly flags: DiffFlags;
  readonly seed: number;
  readonly against: string;
}

async function compareWith(
  { target }: LiveTarget,
  { settings, flags, seed, against }: DiffOrder,
  { started_ms, output, masker, interrupt }: Frame,
): Promise<DiffResult> {
  const { profile } = settings;
  await assertReachable({ ...target, base_url: against });
  const other = flags.againstProfile === undefined ? profile : loadProfile(flags.againstProfile);
  const { isStopping } = interrupt;
  const open = (side: Pick<FuzzSessionOptions, 'target' | 'profile'>) => {
    const client = openTargetClient(side.target);
    // Both may be the same server, so that each has names of its own.
    const run = runId(started_ms, randomHex(2));
    const session = fuzzSession({ ...side, client, run, isStopping, masker });
    const { base_url } = side.target;
    return { base_url, client, enter: () => openSession(session) };
  };
  const here = open({ target, profile });
  const there = open({ target: { ...target, base_url: against }, profile: other });
  const { maxTime } = flags;
  const replay = flags.replay === undefined ? undefined : readReplayId(flags.replay);
  const context = contextOf({ settings, flags, against }, masker);
  try {
    return await diffServers({
      here,
      there,
      seed,
      runs: replay === undefined ? (flags.runs ?? defaultRuns) : 1,
      ...(replay === undefined ? {} : { replay }),
      deadline_ms: maxTime === undefined ? Number.POSITIVE_INFINITY : now() + maxTime,
      maxShrink_ms: flags.maxShrink ?? defaultShrink_ms,
      onFound: (found) => output.write(`${differenceLines(found, context).join('\n')}\n`),
    });
  } finally {
    for (const { client } of [here, there]) client.close();
  }
}

/** What the lines about differences are made with; `again` selects the same servers. */
type DiffContext = Omit<FuzzContext, 'ledger'>;

/** A line that counts the differences and what was sent. */
function tallyOf({ found, runs, requests, accepted }: DiffResult): string {
  const operations = new Set(found.map(({ operation }) => operation)).size;
  const effort = `${runs} sequences, ${requests} requests, ${accepted} accepted by both`;
  return `${found.length} differences in ${operations} operations; ${effort}`;
}

/**
 * Returns the lines about one difference, to be pasted into an issue: the operation, the place, both values, how to send it
 * again, and everything that was sent to the first server, as curl commands.
 */
function differenceLines(
  { operation, isExtra, place, here, there, sent, replay }: FoundDifference,
  { base_url, again, masker }: DiffContext,
): readonly string[] {
  return [
    `${operation}${isExtra ? ' (not in the specification)' : ''}`,
    `  ${place}`,
    `    --base-url ${shown(here)}`,
    `    --against  ${shown(there)}`,
    ...(replay === undefined
      ? []
      : [`    again      search-conformance diff ${again} --replay ${replay}`]),
    ...sent.map((exchange) => `    ${curlLine(recordedExchange(exchange, masker), base_url)}`),
  ];
}

/** Writes the differences as JSON; the caller masks secrets. */
function diffJson(
  result: DiffResult,
  about: Readonly<Record<string, unknown>>,
  { base_url, masker }: DiffContext,
): string {
  const { found, ...sums } = result;
  const differences = found.map(({ exchanges: [here, there], sent, isExtra, ...rest }) => ({
    ...rest,
    curl: sent.map((exchange) => curlLine(recordedExchange(exchange, masker), base_url)),
    is_extra: isExtra,
    answers: [answer(here), answer(there)],
  }));
  return `${writeJson({ ...about, ...sums, differences }, 2)}\n`;
}

/** Longest body in a report, in characters. */
const maxBody = 2000;

function answer(exchange: Exchange | undefined): object {
  if (exchange === undefined) return { status: 0 };
  const {
    request: { method, path },
    response,
  } = exchange;
  return { method, path, status: response.status, body: textOf(response).slice(0, maxBody) };
}

function shown(value: unknown): string {
  return value === undefined ? 'absent' : oneLine(writeJson(value));
}
