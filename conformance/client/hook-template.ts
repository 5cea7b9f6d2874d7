import { HookMissing, NotAllowed, NotClaimed } from '../base/errors.ts';
import { whyNoHook, whyWithheld } from '../driver/missing-reasons.ts';
import type { HookName, HookTemplate, Profile } from '../driver/profile.ts';

/**
 * Returns a hook of the profile. Throws HookMissing if the profile does not have it, NotClaimed if it says why, and
 * NotAllowed if the hook affects the whole server, and the run must not.
 */
export function hookTemplate(profile: Profile, name: HookName): HookTemplate {
  if (profile.withheld?.has(name) === true) throw new NotAllowed(whyWithheld(name));
  const template = profile.hooks[name];
  if (template !== undefined) return template;
  const why = whyNoHook(profile, name);
  throw name in profile.lacks ? new NotClaimed(why, name) : new HookMissing(name, why);
}
