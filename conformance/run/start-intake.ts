import { intakeSettings, type IntakeTarget, settingArguments } from '../driver/intake.ts';
import type { Target } from '../driver/target.ts';
import { type SpawnedServer, spawnServer } from '../driver/spawn.ts';

/** A run brings more keys than an intake usually takes in a minute. */
const maxKeys = 100_000;

/** How an intake is started beside a target. */
export interface IntakeStart {
  /** As flags and profile name it: `{base_url}` in its command stands for the service. */
  readonly given: IntakeTarget;
  readonly target: Target;
  readonly start_timeout_ms: number;
  readonly isStopping: () => boolean;
  /** False where no scenario needs an intake that runs. */
  readonly wanted: boolean;
}

/** An intake beside a target. */
export interface LiveIntake {
  readonly intake: IntakeTarget;
  /** The end of what it printed to stderr. */
  readonly stderr: () => string;
  /** Ends it, where the kit has started it. */
  stop(): Promise<void>;
}

/**
 * Makes sure of an intake whose API keys are switched on: where only its command is known, one is started. Throws
 * TargetLost where it does not come up.
 */
export async function startIntake(options: IntakeStart): Promise<LiveIntake> {
  const { given, target, wanted } = options;
  const command = given.command?.map((word) => word.replaceAll('{base_url}', target.base_url));
  const known = { ...given, ...(command === undefined ? {} : { command }) };
  if (!wanted || command === undefined || given.url !== undefined) {
    return { intake: known, stderr: () => '', stop: () => Promise.resolve() };
  }
  const { start_timeout_ms, isStopping } = options;
  const settings = { [intakeSettings.enabled]: true, [intakeSettings.limit]: maxKeys };
  const server: SpawnedServer = await spawnServer({
    command: [...command, ...settingArguments(settings)],
    start_timeout_ms,
    target: { ...target, headers: {} },
    isStopping,
  });
  const { base_url: url, stderr } = server;
  return { intake: { ...known, url }, stderr, stop: () => server.stop() };
}
