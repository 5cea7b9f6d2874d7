import type { Clause, Ledger } from '../../spec/clauses.ts';
import { lackOfClaim, lackOfHook } from '../driver/lacks.ts';
import { hookNames, type HookName, type Profile } from '../driver/profile.ts';
import { notRun, type ScenarioResult } from './result.ts';
import { global_tag, type Scenario } from './scenario.ts';

/** What decides whether a scenario can run. */
export interface Conditions {
  readonly ledger: Ledger;
  readonly profile: Profile;
  readonly allowGlobal: boolean;
}

/**
 * The result of a scenario that cannot run under these conditions, or undefined where it can. One that judges runs also
 * without the hooks of its clauses, up to the step that calls for one: it may do without.
 */
export function obstacle(scenario: Scenario, conditions: Conditions): ScenarioResult | undefined {
  if (scenario.tags.includes(global_tag) && !conditions.allowGlobal) {
    return notRun(scenario, 'not-claimed', 'it touches the whole server: needs --allow-global');
  }
  const clauses = scenario.clauses.flatMap((id) => conditions.ledger.byId.get(id) ?? []);
  const unclaimed = clauses.map((clause) => notClaimed(clause, conditions)).find((why) => why);
  if (unclaimed !== undefined) return notRun(scenario, 'not-claimed', unclaimed);
  if (!scenario.silent) return undefined;
  const [missing] = clauses.flatMap((clause) => missingHooks(clause, conditions.profile));
  return missing === undefined ? undefined : notRun(scenario, 'incomplete', missing);
}

/** What is said of each hook that a clause needs and the profile has not. */
export function missingHooks({ needs }: Clause, profile: Profile): readonly string[] {
  return needs
    .filter(isHook)
    .filter((hook) => profile.hooks[hook] === undefined)
    .map((hook) => lackOfHook(profile, hook));
}

const intake_reasons = {
  intake_url: 'no intake is named: needs --intake-url or --intake-command',
  intake_command: 'the command of the intake is not named: needs --intake-command',
} as const;

/** Why the profile does not claim a clause; undefined where it does. */
function notClaimed(
  clause: Clause,
  { profile, allowGlobal }: Omit<Conditions, 'ledger'>,
): string | undefined {
  if (!profile.claims.has(clause.chapter)) return lackOfClaim(profile, clause.chapter);
  for (const need of clause.needs) {
    if (isHook(need)) continue;
    if (need === 'global') {
      if (!allowGlobal) return 'it touches the whole server: needs --allow-global';
    } else if (need === 'intake_url' || need === 'intake_command') {
      if (!profile.claims.has(need)) return intake_reasons[need];
    } else if (!profile.claims.has(need) && !(need === 'clock' && profile.hooks.advance_clock)) {
      return lackOfClaim(profile, need);
    }
  }
  return undefined;
}

/** True where a scenario among these needs an intake that runs. */
export function needsIntake(scenarios: readonly Scenario[], ledger: Ledger): boolean {
  return scenarios.some(({ clauses }) =>
    clauses.some((id) => ledger.byId.get(id)?.needs.includes('intake_url') === true),
  );
}

function isHook(need: string): need is HookName {
  return hookNames.some((name) => name === need);
}
