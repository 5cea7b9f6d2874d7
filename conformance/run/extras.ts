import type { Exchange } from '../base/exchange.ts';
import { isRefused, isRefusal, isSuccess } from '../client/expectations.ts';
import { isUnreadableForm } from '../client/intake-calls.ts';
import type { ScenarioRecord } from '../client/record.ts';
import { extrasIn } from '../description/extras.ts';
import { habitsIn } from '../description/habits.ts';
import { titledRefusal } from '../driver/hook-request.ts';
import { claimsExtra, lackedExtra, needText, whyUnclaimed } from '../driver/missing-reasons.ts';
import type { Profile } from '../driver/profile.ts';
import { eventsExtra } from '../driver/target.ts';
import type { Scenario } from '../report/result.ts';

/** Kinds of extras that a server need not refuse: it may also ignore them, or behave otherwise. */
const habitKinds: ReadonlySet<string> = new Set([
  'analyzer',
  'call',
  'default',
  'dynamic',
  'setting',
]);

/** What requests use and the specification does not show, by its names. */
export interface UsedExtras {
  /** What a scenario used, in order. */
  readonly used: readonly string[];
  /** What the requests used that the server accepted. */
  readonly accepted: readonly string[];
}

/** Returns what the requests of a scenario use, and what it takes for granted beyond single requests. */
export function extrasOf({ exchanges }: ScenarioRecord): UsedExtras {
  const each = exchanges.flatMap(({ request, response, hook }) =>
    hook === undefined
      ? [{ names: [...extrasIn(request)], isAccepted: isSuccess(response.status) }]
      : [],
  );
  const names = each.flatMap((one) => one.names);
  const accepted = each.flatMap((one) => (one.isAccepted ? one.names : []));
  return {
    used: [...new Set([...names, ...habitsIn(exchanges)])].toSorted(),
    accepted: [...new Set(accepted)],
  };
}

/** Why a failure says nothing about a clause. */
export interface Excuse {
  readonly reason: string;
  /** What the scenario needs and the profile does not claim. */
  readonly extras: readonly string[];
  /** True if a request was refused; it counts after all if the server has accepted all its extras elsewhere. */
  readonly isRefusal: boolean;
  /** True if the profile says why the server does not have it: nothing is open then. */
  readonly isLacked: boolean;
}

/**
 * Returns why a failure says nothing about a clause: the scenario relies on something that the specification does not
 * show and the profile does not claim. `about`: the exchange that the failure is about. No habit explains an answer that is wrong for every clause, and no extra a server
 * error without a reason.
 */
export function excuseFor(
  { extras: used = [] }: Scenario,
  profile: Profile,
  { about, isViolation }: { readonly about: Exchange | undefined; readonly isViolation: boolean },
): Excuse | undefined {
  const isOpen = (name: string): boolean => !claimsExtra(profile, name);
  const habits = used.filter((name) => isOpen(name) && habitKinds.has(name.replace(/:.*/, '')));
  if (habits.length > 0 && !isViolation) {
    return excuse(profile, habits, { reason: needText(habits, profile), isRefusal: false });
  }
  if (about === undefined || !(isRefused(about) || isRefusal(about))) return undefined;
  const explains = (name: string): boolean => name !== eventsExtra || isUnreadableForm(about);
  const refused = [...extrasIn(about.request)].filter((name) => isOpen(name) && explains(name));
  if (refused.length === 0) return undefined;
  const reason = `${needText(refused, profile)}; ${titledRefusal(about)}`;
  return excuse(profile, refused, { reason, isRefusal: true });
}

function excuse(
  profile: Profile,
  names: readonly string[],
  plain: Pick<Excuse, 'reason' | 'isRefusal'>,
): Excuse {
  const lacked = lackedExtra(profile, names);
  const own = lacked === undefined ? {} : { reason: whyUnclaimed(profile, lacked) };
  return { ...plain, ...own, extras: names, isLacked: lacked !== undefined };
}
