import { answers } from '../driver/client.ts';
import { TargetLost } from '../driver/errors.ts';
import type { Target } from '../driver/target.ts';
import { spawnServer } from '../run/spawn.ts';
import type { TargetFlags, TargetSettings } from './target-flags.ts';

/** A target that answers. */
export interface LiveTarget {
  readonly target: Target;
  /** The end of what a spawned server printed to stderr; empty for one that runs by itself. */
  readonly stderr: () => string;
}

/** What a command does with a live target. */
export type WithTarget<Result> = (live: LiveTarget) => Promise<Result>;

/**
 * Starts the server where the flags say so, makes sure that it answers, and stops it in the end. Throws TargetLost
 * where it does not answer.
 */
export async function withTarget<Result>(
  flags: Pick<TargetFlags, 'baseUrl' | 'spawn'>,
  settings: TargetSettings & { readonly isStopping: () => boolean },
  use: WithTarget<Result>,
): Promise<Result> {
  const { target: shared, profile, isStopping } = settings;
  if (flags.spawn === undefined) {
    const target = { ...shared, base_url: flags.baseUrl ?? '' };
    if (await answers(target)) return use({ target, stderr: () => '' });
    throw new TargetLost(`nothing answers at ${target.base_url}`);
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
