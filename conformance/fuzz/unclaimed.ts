import type { Ledger } from '../../spec/clauses.ts';
import { whyClauseLacks, whyUnclaimed } from '../driver/missing-reasons.ts';
import type { Profile } from '../driver/profile.ts';
import type { Property } from './property.ts';
import type { JudgedProperty } from './outcome.ts';

const noIntake = 'no intake is given: needs --intake-url or --intake-command';

/** Returns the properties whose chapters, capabilities or clauses the profile does not claim, with the reasons. */
export function unclaimedProperties(
  properties: readonly Property[],
  profile: Profile,
  { byId }: Ledger,
): readonly JudgedProperty[] {
  return properties.flatMap((property): readonly JudgedProperty[] => {
    // What a target does not offer is no value of its dimensions.
    const clauses = property.dimensions === undefined ? property.clauses : [];
    const chapters = clauses.flatMap((id) => byId.get(id)?.chapter ?? []);
    const lacking = [...chapters, ...(property.needs ?? [])].find(
      (need) => !profile.claims.has(need),
    );
    const reason =
      lacking === undefined
        ? clauses.map((id) => whyClauseLacks(profile, id)).find((why) => why)
        : whyLacking(lacking, profile);
    if (reason === undefined) return [];
    return [{ id: property.id, outcome: 'not-claimed', runs: 0, duration_ms: 0, reason }];
  });
}

function whyLacking(need: string, profile: Profile): string {
  return need === 'intake_url' ? noIntake : whyUnclaimed(profile, need);
}

/** True if one of the properties needs a running intake. */
export function needsIntake(properties: readonly Property[]): boolean {
  return properties.some(({ needs }) => needs?.includes('intake_url') === true);
}
