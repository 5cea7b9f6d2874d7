import type { HookName, Profile } from './profile.ts';

/** Says that the profile does not claim a chapter or capability, and why. */
export function whyUnclaimed(profile: Profile, need: string): string {
  return `the profile ${profile.name} does not claim ${need}: ${reasonFor(profile, need, 'claims')}`;
}

/** Says that the profile does not have a hook, and why. */
export function whyNoHook(profile: Profile, hook: HookName): string {
  return `no hook ${hook} in the profile ${profile.name}: ${reasonFor(profile, hook, 'hooks')}`;
}

/** Why the profile excludes a single clause of a claimed chapter; undefined if it does not. */
export function whyClauseLacks(profile: Profile, id: string): string | undefined {
  const reason = profile.lacks[id];
  return reason === undefined
    ? undefined
    : `the profile ${profile.name} leaves it out: ${plain(reason)} (member lacks)`;
}

function reasonFor({ lacks }: Profile, need: string, member: 'claims' | 'hooks'): string {
  const reason = lacks[need];
  return reason === undefined
    ? `its member ${member} has none`
    : `${plain(reason)} (member ${member})`;
}

/** The reason on one line, without a full stop. */
function plain(reason: string): string {
  return reason.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
}
