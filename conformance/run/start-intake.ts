import { intakeSettings, type IntakeTarget, settingArguments } from '../driver/intake.ts';
import type { Target } from '../driver/target.ts';
import { spawnServer } from '../driver/spawn.ts';

/** A run uses more keys a minute than an intake accepts by default. */
const maxKeys = 100_000;

/** How an intake is started beside a target. */
export interface IntakeStart {
  /** The intake that flags and profile name; `{base_url}` in its command stands for the target. */
  readonly given: IntakeTarget;
  readonly target: Target;
  readonly start_timeout_ms: number;
  readonly isStopping: () => boolean;
  /** True if an intake has to run; otherwise only its command is kept. */
  readonly needsIntake: boolean;
}

/** The intake of a target. */
export interface LiveIntake {
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
export async function startIntake(options: IntakeStart): Promise<LiveIntake> {
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
