import { defined } from '../base/errors.ts';
import { assertReachable, assertUsable } from '../driver/probe.ts';
import { spawnServer } from '../driver/spawn.ts';
import { type Target, intakeSettings, settingArguments } from '../driver/target.ts';
import type { TargetSettings } from './target-flags.ts';

/** A run uses more keys a minute than an intake accepts by default. */
const maxKeys = 100_000;

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

/** Starts the server and the intake that the settings ask for. Throws as `withTarget` does. */
export async function startTarget(
  settings: TargetSettings,
  options: StartOptions,
): Promise<LiveTarget> {
  const server = await startService(settings, options.isStopping);
  try {
    const { target } = server;
    if (settings.source.baseUrl !== undefined) await assertReachable(target);
    const notice = await assertUsable(target, settings.profile);
    const beside = await startIntake(target, settings, options);
    return {
      target: beside.target,
      ...(notice === undefined ? {} : { notice }),
      stderr: () => [server.stderr(), beside.stderr()].filter((text) => text !== '').join('\n'),
      stop: async () => void (await Promise.all([beside.stop(), server.stop()])),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** What is there without being started. */
const running = { stderr: () => '', stop: () => Promise.resolve() } as const;

async function startService(
  { source, target: shared, profile: { options } }: TargetSettings,
  isStopping: () => boolean,
): Promise<LiveTarget> {
  const { spawn: command, baseUrl } = source;
  if (command === undefined) {
    return {
      ...running,
      target: { ...shared, base_url: defined(baseUrl, 'base URL of the target') },
    };
  }
  const { start_timeout_ms } = options;
  const server = await spawnServer({ command, start_timeout_ms, target: shared, isStopping });
  return { ...server, target: { ...shared, base_url: server.base_url } };
}

/**
 * Starts an intake with API keys enabled beside a target if one is needed and only its command is known, in which
 * `{base_url}` stands for the target. Throws TargetLost if it does not start.
 */
async function startIntake(
  target: Target,
  { intake: given, profile: { options } }: TargetSettings,
  { needsIntake, isStopping }: StartOptions,
): Promise<LiveTarget> {
  const command = given.command?.map((word) => word.replaceAll('{base_url}', target.base_url));
  const intake = { ...given, ...(command === undefined ? {} : { command }) };
  if (!needsIntake || command === undefined || given.url !== undefined) {
    return { ...running, target: { ...target, intake } };
  }
  const settings = { [intakeSettings.enabled]: true, [intakeSettings.limit]: maxKeys };
  const server = await spawnServer({
    command: [...command, ...settingArguments(settings)],
    start_timeout_ms: options.start_timeout_ms,
    what: 'the intake',
    target: { ...target, headers: {} },
    isStopping,
  });
  return { ...server, target: { ...target, intake: { ...intake, url: server.base_url } } };
}
