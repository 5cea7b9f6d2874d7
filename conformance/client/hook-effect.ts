import { wait } from '../base/environment.ts';
import { Incomplete, HookMissing, NotAllowed, NotClaimed } from '../base/errors.ts';
import type { HookName, HookTemplate, Profile } from '../driver/profile.ts';
import { whyNoHook } from '../driver/missing-reasons.ts';

/**
 * Returns a hook of the profile. Throws HookMissing if the profile does not have it, NotClaimed if it says why, and
 * NotAllowed if the hook affects the whole server, and the run must not.
 */
export function hookTemplate(profile: Profile, name: HookName): HookTemplate {
  if (profile.withheld?.has(name) === true) {
    throw new NotAllowed(`the hook ${name} affects the whole server: needs --allow-global`);
  }
  const template = profile.hooks[name];
  if (template !== undefined) return template;
  const why = whyNoHook(profile, name);
  throw name in profile.lacks ? new NotClaimed(why, name) : new HookMissing(name, why);
}

/**
 * Waits until a hook that has been called takes effect. If it sets something (PUT) that is undone at the end of a run,
 * `repeat` is called once halfway: another run on the same server may just have ended. Not more often, as a server may
 * start to count anew each time. Throws what `repeat` throws.
 */
export async function awaitEffect(
  { method, takes_ms = 0, undo }: HookTemplate,
  repeat: () => Promise<unknown>,
): Promise<void> {
  await wait(takes_ms / 2);
  if (takes_ms > 0 && method === 'PUT' && undo !== undefined) await repeat();
  await wait(takes_ms / 2);
}

/** The error for a hook without an effect. */
export function hookFailure(name: HookName, why: string, cause?: Error): Incomplete {
  return new Incomplete(`the hook ${name} failed: ${why}`, { cause });
}
