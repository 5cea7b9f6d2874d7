import { extras } from '../../spec/extras.ts';
import type { Exchange } from '../base/exchange.ts';
import type { ScenarioRecord } from '../client/record.ts';
import { extrasIn } from '../description/extras.ts';
import { habitsIn } from '../description/habits.ts';
import { refusalOf } from '../driver/hook-request.ts';
import type { Profile } from '../driver/profile.ts';

/** Kinds of extras that a server need not refuse: it may also ignore them, or behave otherwise. */
const habitKinds: ReadonlySet<string> = new Set(['dynamic', 'default', 'setting', 'analyzer']);

/** Returns the names of what a scenario used and the specification does not show, in order. */
export function extrasOf({ exchanges }: ScenarioRecord): readonly string[] {
  const names = exchanges
    .filter(({ hook }) => hook === undefined)
    .flatMap(({ request }) => [...extrasIn(request)]);
  return [...new Set([...names, ...habitsIn(exchanges)])].toSorted();
}

/**
 * Returns why a failure says nothing about a clause: the scenario relies on something that the specification does not
 * show and the profile does not claim. `refused` is the exchange that the failure is about.
 */
export function whyUnjudged(
  record: ScenarioRecord,
  profile: Profile,
  refused: Exchange | undefined,
): string | undefined {
  const isOpen = (name: string): boolean => !claimsExtra(profile, name);
  if (refused !== undefined && refused.response.status >= 400) {
    const needed = [...extrasIn(refused.request)].filter(isOpen);
    if (needed.length > 0) return `${needText(needed, profile)}: ${refusalOf(refused)}`;
  }
  const habits = extrasOf(record).filter((name) => isOpen(name) && isHabit(name));
  return habits.length === 0 ? undefined : needText(habits, profile);
}

/** True if the profile claims something that the specification does not show. */
export function claimsExtra({ claims }: Profile, name: string): boolean {
  if (name === 'default:one-shard' && claims.has('shards')) return true;
  return claims.has('extras') || claims.has(name);
}

function isHabit(name: string): boolean {
  return habitKinds.has(name.slice(0, name.indexOf(':')));
}

function needText(names: readonly string[], { name: profile }: Profile): string {
  const texts = names.map((name) => {
    const meaning = extras[name];
    return meaning === undefined ? name : `${name} (${meaning})`;
  });
  return `the scenario needs ${texts.join(', ')}, which the specification does not show and the profile ${profile} does not claim`;
}
