import type { Clause, Ledger } from '../../spec/clauses.ts';
import { lackOfClaim, lackOfClause, lackOfHook } from '../driver/lacks.ts';
import { unknownUi } from '../driver/management-ui.ts';
import { hookNames, type HookName, type Profile } from '../driver/profile.ts';
import { UsageError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { notRun, type ScenarioResult } from '../report/result.ts';
import { globalTag, type Scenario } from '../report/scenario.ts';

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
  if (scenario.tags.includes(globalTag) && !conditions.allowGlobal) {
    return notRun(scenario, 'not-claimed', 'it touches the whole server: needs --allow-global');
  }
  const clauses = scenario.clauses.flatMap((id) => conditions.ledger.byId.get(id) ?? []);
  const unclaimed = clauses.map((clause) => notClaimed(clause, conditions)).find((why) => why);
  if (unclaimed !== undefined) return notRun(scenario, 'not-claimed', unclaimed);
  if (clauses.some((clause) => lacksUi(clause, conditions.profile))) {
    return notRun(scenario, 'incomplete', unknownUi);
  }
  if (!scenario.silent) return undefined;
  const [missing] = clauses.flatMap((clause) => missingHooks(clause, conditions.profile));
  return missing === undefined ? undefined : notRun(scenario, 'incomplete', missing);
}

/** What is said of each hook that a clause needs and the profile has not. */
function missingHooks({ needs }: Clause, profile: Profile): readonly string[] {
  return needs
    .filter(isHook)
    .filter((hook) => profile.hooks[hook] === undefined)
    .map((hook) => lackOfHook(profile, hook));
}

const intakeReasons = {
  intake_url: 'no intake is named: needs --intake-url or --intake-command',
  intake_command: 'the command of the intake is not named: needs --intake-command',
} as const;

/** Why the profile does not claim a clause; undefined where it does. */
function notClaimed(
  clause: Clause,
  { profile, allowGlobal }: Omit<Conditions, 'ledger'>,
): string | undefined {
  if (!profile.claims.has(clause.chapter)) return lackOfClaim(profile, clause.chapter);
  const ownLack = lackOfClause(profile, clause.id);
  if (ownLack !== undefined) return ownLack;
  return clause.needs.map((need) => lackOfNeed(need, { profile, allowGlobal })).find((why) => why);
}

/** Why one need of a clause is not met; undefined where it is, and for hooks, which are missed when they are called. */
function lackOfNeed(
  need: string,
  { profile, allowGlobal }: Omit<Conditions, 'ledger'>,
): string | undefined {
  if (isHook(need) || profile.claims.has(need)) return undefined;
  if (need === 'global') {
    return allowGlobal ? undefined : 'it touches the whole server: needs --allow-global';
  }
  if (need === 'intake_url' || need === 'intake_command') return intakeReasons[need];
  if (need === 'clock' && profile.hooks.advance_clock !== undefined) return undefined;
  return lackOfClaim(profile, need);
}

/** True where a clause is about a management UI that the profile claims and does not locate. */
function lacksUi({ needs }: Clause, { management_ui }: Profile): boolean {
  return needs.includes('management_ui') && management_ui === undefined;
}

/** Why the profile keeps a clause from being judged, or parts of it; empty where nothing does. */
export function hindrances(clause: Clause, profile: Profile): readonly string[] {
  const unclaimed = notClaimed(clause, { profile, allowGlobal: true });
  if (unclaimed !== undefined) return [`not-claimed: ${unclaimed}`];
  const unknown = lacksUi(clause, profile) ? [unknownUi] : [];
  return [...unknown, ...missingHooks(clause, profile)].map((why) => `incomplete: ${why}`);
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

/** Throws UsageError where the profile speaks of a clause that the ledger does not have. */
export function checkClausesOf({ name, lacks, notes }: Profile, { byId }: Ledger): void {
  const named = [...Object.keys(lacks).filter((need) => need.includes('.')), ...Object.keys(notes)];
  const stray = named.find((id) => !byId.has(id));
  if (stray === undefined) return;
  throw new UsageError(
    `the profile ${name}: there is no clause ${stray}${nearest(stray, byId.keys())}`,
  );
}
