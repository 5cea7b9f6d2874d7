import type { HookName, Profile } from './profile.ts';

/** Why nothing that needs this chapter or capability is judged, and which member of the profile would change it. */
export function lackOfClaim(profile: Profile, need: string): string {
  return `the profile ${profile.name} does not claim ${need}: ${reasonFor(profile, need, 'claims')}`;
}

/** Why what this hook is for cannot be brought about, and which member of the profile would change it. */
export function lackOfHook(profile: Profile, hook: HookName): string {
  return `no hook ${hook} in the profile ${profile.name}: ${reasonFor(profile, hook, 'hooks')}`;
}

function reasonFor({ lacks }: Profile, need: string, member: 'claims' | 'hooks'): string {
  const reason = lacks[need]?.replaceAll(/\s+/g, ' ').trim();
  return reason === undefined ? `its member ${member} has none` : `${reason} (member ${member})`;
}
