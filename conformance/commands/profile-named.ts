import type { Profile } from '../driver/profile.ts';

/**
 * Reads a profile by name or file; undefined without one. The code that checks profiles is loaded only then, since most
 * commands that take a profile work without it.
 */
export async function profileNamed(named: string | undefined): Promise<Profile | undefined> {
  if (named === undefined) return undefined;
  const { loadProfile } = await import('../driver/load-profile.ts');
  return loadProfile(named);
}
