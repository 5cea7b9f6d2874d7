import type { Ledger } from '../../spec/clauses.ts';
import { lackOfClaim } from '../driver/lacks.ts';
import type { Profile } from '../driver/profile.ts';
import type { Law } from './law.ts';
import type { Judged } from './outcome.ts';

const noIntake = 'no intake is named: needs --intake-url or --intake-command';

/** The laws by which a target is not judged, as its profile does not claim what they are about, with the reasons. */
export function unclaimedLaws(
  laws: readonly Law[],
  profile: Profile,
  { byId }: Ledger,
): readonly Judged[] {
  return laws.flatMap((law): readonly Judged[] => {
    const chapters = law.clauses.flatMap((id) => byId.get(id)?.chapter ?? []);
    const lacking = [...chapters, ...(law.needs ?? [])].find((need) => !profile.claims.has(need));
    if (lacking === undefined) return [];
    const reason = lacking === 'intake_url' ? noIntake : lackOfClaim(profile, lacking);
    return [{ id: law.id, outcome: 'not-claimed', runs: 0, duration_ms: 0, reason }];
  });
}

/** True where a law among these needs an intake that runs. */
export function needsIntake(laws: readonly Law[]): boolean {
  return laws.some(({ needs }) => needs?.includes('intake_url') === true);
}
