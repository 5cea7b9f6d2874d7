import type { Exchange } from '../base/exchange.ts';
import type { ScenarioRecord } from '../client/record.ts';
import { extrasIn } from '../description/extras.ts';
import { habitsIn } from '../description/habits.ts';
import { operationTitle } from '../driver/find-operation.ts';
import { refusalOf } from '../driver/hook-request.ts';
import { claimsExtra, needText } from '../driver/missing-reasons.ts';
import type { Profile } from '../driver/profile.ts';
import type { Scenario } from '../report/scenario.ts';

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
  { extras: used = [] }: Scenario,
  profile: Profile,
  refused: Exchange | undefined,
): string | undefined {
  const isOpen = (name: string): boolean => !claimsExtra(profile, name);
  if (refused !== undefined && refused.response.status >= 400) {
    const needed = [...extrasIn(refused.request)].filter(isOpen);
    if (needed.length > 0) return `${needText(needed, profile)}; ${titledRefusal(refused)}`;
  }
  const habits = used.filter((name) => isOpen(name) && isHabit(name));
  return habits.length === 0 ? undefined : needText(habits, profile);
}

/** A refusal with the name of its operation, so that equal ones are one cause. */
function titledRefusal(exchange: Exchange): string {
  const { method, path } = exchange.request;
  return refusalOf(exchange).replace(`${method} ${path}`, operationTitle(method, path));
}

function isHabit(name: string): boolean {
  return habitKinds.has(name.slice(0, name.indexOf(':')));
}
