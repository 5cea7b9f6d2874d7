import type { Ledger } from '../../spec/clauses.ts';
import { UsageError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { Profile } from '../driver/profile.ts';
import { isClaimed } from '../run/rewriting-choice.ts';
import type { Rewriting } from '../run/rewriting.ts';
import { rewritings } from '../run/rewritings.ts';
import { isEmptyBudget, type ValuesBudget } from './values-plan.ts';

/** What the rewritings of a run are planned from. */
interface Wanted {
  /** The ids that `--rewriting` names; empty: all. */
  readonly named: readonly string[];
  readonly budget: ValuesBudget;
  readonly ledger: Ledger;
  readonly profile: Profile;
}

/** The rewritings that a run may apply: those whose clause the profile claims. Throws UsageError for an unknown name. */
export function planRewritings(wanted: Wanted): readonly Rewriting[] {
  const { named, budget, ledger, profile } = wanted;
  const ids = rewritings.map(({ id }) => id);
  const unknown = named.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    const known = `known: ${ids.join(', ')}`;
    throw new UsageError(`unknown rewriting ${unknown}${nearest(unknown, ids)}; ${known}`);
  }
  if (named.length === 0 && isEmptyBudget(budget)) return [];
  const isWanted = ({ id }: Rewriting): boolean => named.length === 0 || named.includes(id);
  return rewritings.filter((one) => isWanted(one) && isClaimed(one, ledger, profile));
}
