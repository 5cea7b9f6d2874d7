import type { HookName, Profile } from './profile.ts';

/** Why nothing that needs this chapter or capability is judged, and which member of the profile would change it. */
export function lackOfClaim(profile: Profile, need: string): string {
  return `the profile ${profile.name} does not claim ${need}: ${reasonFor(profile, need, 'claims')}`;
}

/** Why what this hook is for cannot be brought about, and which member of the profile would change it. */
export function lackOfHook(profile: Profile, hook: HookName): string {
  return `no hook ${hook} in the profile ${profile.name}: ${reasonFor(profile, hook, 'hooks')}`;
}

/** Why a single clause is left out although its chapter is claimed; undefined where it is not. */
export function lackOfClause(profile: Profile, id: string): string | undefined {
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

/** On one line, without the dot at its end. */
function plain(reason: string): string {
  return reason.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
}
