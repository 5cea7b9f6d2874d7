import { silenceOf } from '../driver/client.ts';
import { TargetLost } from '../base/errors.ts';
import type { Target } from '../driver/target.ts';
import { spawnServer } from '../driver/spawn.ts';
import { startIntake } from '../run/start-intake.ts';
import type { TargetFlags, TargetSettings } from './target-flags.ts';

/** A target that answers. */
export interface LiveTarget {
  readonly target: Target;
  /** The end of what spawned servers printed to stderr; empty for those that run by themselves. */
  readonly stderr: () => string;
}

/** How a target is brought to life. */
export interface LiveSettings extends TargetSettings {
  readonly isStopping: () => boolean;
  /** True where an intake shall run beside it. */
  readonly wantsIntake?: boolean;
}

/** What a command does with a live target. */
export type WithTarget<Result> = (live: LiveTarget) => Promise<Result>;

/**
 * Starts the server where the flags say so, makes sure that it answers, and stops it in the end. Throws TargetLost
 * where it does not answer.
 */
export async function withTarget<Result>(
  flags: Pick<TargetFlags, 'baseUrl' | 'spawn'>,
  settings: LiveSettings,
  use: WithTarget<Result>,
): Promise<Result> {
  const withIntake: WithTarget<Result> = async ({ target, stderr }) => {
    const { intake: given, profile, isStopping, wantsIntake: wanted = false } = settings;
    const { start_timeout_ms } = profile.options;
    const beside = await startIntake({ given, target, wanted, start_timeout_ms, isStopping });
    const said = (): string => [stderr(), beside.stderr()].filter((text) => text !== '').join('\n');
    try {
      return await use({ target: { ...target, intake: beside.intake }, stderr: said });
    } finally {
      await beside.stop();
    }
  };
  return withService(flags, settings, withIntake);
}

async function withService<Result>(
  flags: Pick<TargetFlags, 'baseUrl' | 'spawn'>,
  settings: LiveSettings,
  use: WithTarget<Result>,
): Promise<Result> {
  const { target: shared, profile, isStopping } = settings;
  if (flags.spawn === undefined) {
    const target = { ...shared, base_url: flags.baseUrl ?? '' };
    const silence = await silenceOf(target);
    if (silence === undefined) return use({ target, stderr: () => '' });
    throw new TargetLost(`nothing answers at ${target.base_url}: ${silence}`);
  }
  const { start_timeout_ms } = profile.options;
  const server = await spawnServer({
    command: flags.spawn,
    start_timeout_ms,
    target: shared,
    isStopping,
  });
  try {
    return await use({ target: { ...shared, base_url: server.base_url }, stderr: server.stderr });
  } finally {
    await server.stop();
  }
}
