import { defined } from '../base/assert.ts';
import { TargetLost } from '../base/errors.ts';
import { assertReachable, assertUsable } from '../driver/probe.ts';
import { spawnServer } from '../driver/spawn.ts';
import type { Target } from '../driver/target.ts';
import type { TargetSettings } from './target-flags.ts';
import { intakeSettings, type IntakeTarget, settingArguments } from '../driver/intake.ts';

/** A run uses more keys a minute than an intake accepts by default. */
const maxKeys = 100_000;

/** How an intake is started beside a target. */
interface IntakeStart {
  /** The intake that flags and profile name; `{base_url}` in its command stands for the target. */
  readonly given: IntakeTarget;
  readonly target: Target;
  readonly start_timeout_ms: number;
  readonly isStopping: () => boolean;
  /** True if an intake has to run; otherwise only its command is kept. */
  readonly needsIntake: boolean;
}

/** The intake of a target. */
interface LiveIntake {
  readonly intake: IntakeTarget;
  /** Its last output on stderr; empty if the kit has not started it. */
  readonly stderr: () => string;
  /** Ends it if the kit has started it. */
  stop(): Promise<void>;
}

/**
 * Starts an intake with API keys enabled if one is needed and only its command is known. Throws TargetLost if it does not
 * start.
 */
async function startIntake(options: IntakeStart): Promise<LiveIntake> {
  const { given, target, needsIntake } = options;
  const command = given.command?.map((word) => word.replaceAll('{base_url}', target.base_url));
  const known = { ...given, ...(command === undefined ? {} : { command }) };
  if (!needsIntake || command === undefined || given.url !== undefined) {
    return { intake: known, stderr: () => '', stop: () => Promise.resolve() };
  }
  const { start_timeout_ms, isStopping } = options;
  const settings = { [intakeSettings.enabled]: true, [intakeSettings.limit]: maxKeys };
  const server = await spawnServer({
    command: [...command, ...settingArguments(settings)],
    start_timeout_ms,
    what: 'the intake',
    target: { ...target, headers: {} },
    isStopping,
  });
  const { base_url: url, stderr } = server;
  return { intake: { ...known, url }, stderr, stop: () => server.stop() };
}

/** A target that answers, with its intake. */
export interface LiveTarget {
  readonly target: Target;
  /** What most scenarios need and the target cannot do. */
  readonly notice?: string;
  /** The last output on stderr of the servers that the kit has started; empty for others. */
  readonly stderr: () => string;
  /** Stops the servers that the kit has started. */
  stop(): Promise<void>;
}

/** How a target is started. */
export interface StartOptions {
  readonly isStopping: () => boolean;
  /** True if an intake has to run beside it. */
  readonly needsIntake: boolean;
}

/**
 * Starts a target, calls `use`, and stops the target at the end. Throws TargetLost if the target does not answer, and
 * UsageError if it wants other credentials or its base URL has a wrong path.
 */
export async function withTarget<Result>(
  settings: TargetSettings,
  options: StartOptions,
  use: (live: LiveTarget) => Promise<Result>,
): Promise<Result> {
  const live = await startTarget(settings, options);
  try {
    return await use(live);
  } finally {
    await live.stop();
  }
}

/**
 * Starts a second server with the command of the first. Returns undefined if it cannot run beside the first, for example
 * because both would need the same folder.
 */
export async function startSecond(
  settings: TargetSettings,
  options: StartOptions,
): Promise<LiveTarget | undefined> {
  try {
    return await startTarget(settings, options);
  } catch (error) {
    if (error instanceof TargetLost) return undefined;
    throw error;
  }
}

/** Starts the server and the intake that the settings ask for. Throws as `withTarget` does. */
export async function startTarget(
  settings: TargetSettings,
  { isStopping, needsIntake }: StartOptions,
): Promise<LiveTarget> {
  const { start_timeout_ms } = settings.profile.options;
  const server = await startService(settings, isStopping);
  try {
    const { target } = server;
    const notice = await probeTarget(settings, target);
    const { intake: given } = settings;
    const intake = await startIntake({ given, target, needsIntake, start_timeout_ms, isStopping });
    return {
      target: { ...target, intake: intake.intake },
      ...(notice === undefined ? {} : { notice }),
      stderr: () => [server.stderr(), intake.stderr()].filter((text) => text !== '').join('\n'),
      stop: async () => void (await Promise.all([intake.stop(), server.stop()])),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Probes a server that runs already. Returns what most scenarios need and it cannot do. Throws TargetLost if it does not
 * answer, and UsageError if it wants other credentials or its base URL has a wrong path.
 */
async function probeTarget(
  { source, profile }: TargetSettings,
  target: Target,
): Promise<string | undefined> {
  if (source.baseUrl !== undefined) await assertReachable(target);
  return assertUsable(target, profile);
}

async function startService(
  { source, target: shared, profile }: TargetSettings,
  isStopping: () => boolean,
): Promise<LiveTarget> {
  if (source.spawn === undefined) {
    const target = { ...shared, base_url: defined(source.baseUrl, 'base URL of the target') };
    return { target, stderr: () => '', stop: () => Promise.resolve() };
  }
  const { start_timeout_ms } = profile.options;
  const server = await spawnServer({
    command: source.spawn,
    start_timeout_ms,
    target: shared,
    isStopping,
  });
  return {
    target: { ...shared, base_url: server.base_url },
    stderr: server.stderr,
    stop: () => server.stop(),
  };
}
