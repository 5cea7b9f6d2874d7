import type { Clause, Ledger } from '../../spec/clauses.ts';
import { lackedExtra, whyUnclaimed, whyClauseLacks, whyNoHook } from '../driver/missing-reasons.ts';
import { missingUiMessage, hookNames, type HookName, type Profile } from '../driver/profile.ts';
import { UsageError, nearest } from '../base/errors.ts';
import { notRun, type ScenarioResult, globalTag, type Scenario } from '../report/result.ts';

/** What decides whether a scenario runs. */
export interface Conditions {
  readonly ledger: Ledger;
  readonly profile: Profile;
  readonly allowGlobal: boolean;
}

/**
 * The result of a scenario that does not run under these conditions; undefined if it runs. A scenario that judges runs
 * even if hooks of its clauses are missing: it may not reach the step that needs one. It also runs on a server that has other
 * defaults, as with five shards: it may pass all the same.
 */
export function resultWithoutRun(
  scenario: Scenario,
  conditions: Conditions,
): ScenarioResult | undefined {
  const clauses = scenario.clauses.flatMap((id) => conditions.ledger.byId.get(id) ?? []);
  const isGlobal =
    scenario.tags.includes(globalTag) ||
    clauses.some((clause) => affectsServer(clause, conditions.profile));
  if (isGlobal && !conditions.allowGlobal) return notRun(scenario, 'not-allowed', globalReason);
  const unclaimed = clauses
    .map((clause) => notClaimed(clause, conditions.profile))
    .find((why) => why);
  if (unclaimed !== undefined) return notRun(scenario, 'not-claimed', unclaimed);
  const refusable = scenario.extras?.filter((name) => !name.startsWith('default:')) ?? [];
  const lacked = lackedExtra(conditions.profile, refusable);
  if (lacked !== undefined) {
    return notRun(scenario, 'not-claimed', whyUnclaimed(conditions.profile, lacked));
  }
  if (clauses.some((clause) => lacksUi(clause, conditions.profile))) {
    return notRun(scenario, 'incomplete', missingUiMessage);
  }
  const [missing] = clauses
    .flatMap((clause) => missingHooks(clause, conditions.profile))
    .filter((hook) => scenario.silent || hook === impliedHook);
  if (missing === undefined) return undefined;
  const why = whyNoHook(conditions.profile, missing);
  return {
    ...notRun(scenario, verdictWithout(missing, conditions.profile), why),
    missing_hook: missing,
  };
}

/** True if a clause cannot be judged without affecting the whole server, such as by moving a clock that has to be moved. */
function affectsServer({ needs }: Clause, profile: Profile): boolean {
  const waits = profile.claims.has('clock') || profile.hooks.advance_clock === undefined;
  return needs.includes('global') || (needs.includes('clock') && !waits);
}

/** True if a scenario must run alone under these conditions. */
export function isAlone({ alone, movesClock }: Scenario, conditions: Conditions): boolean {
  const canMove = conditions.allowGlobal && conditions.profile.hooks.advance_clock !== undefined;
  return alone || (movesClock === true && canMove);
}

/** No step calls this hook: the kit polls without it, which cannot succeed where a clause needs it. */
const impliedHook: HookName = 'refresh';

const globalReason = 'it affects the whole server: needs --allow-global';

/** What a scenario without this hook is: settled by a reason under `lacks`, or else open. */
function verdictWithout(hook: HookName, { lacks }: Profile): 'not-claimed' | 'incomplete' {
  return hook in lacks ? 'not-claimed' : 'incomplete';
}

/** The hooks that a clause needs and the profile does not have. */
function missingHooks({ needs }: Clause, profile: Profile): readonly HookName[] {
  return needs.filter(isHook).filter((hook) => profile.hooks[hook] === undefined);
}

const intakeReasons = {
  intake_url: 'there is no intake: needs --intake-url or --intake-command',
  intake_command: 'there is no command of the intake: needs --intake-command',
} as const;

/** Why the profile does not claim a clause; undefined if it does. */
export function notClaimed(clause: Clause, profile: Profile): string | undefined {
  if (!profile.claims.has(clause.chapter)) return whyUnclaimed(profile, clause.chapter);
  const clauseReason = whyClauseLacks(profile, clause.id);
  if (clauseReason !== undefined) return clauseReason;
  return clause.needs.map((need) => whyNeedMissing(need, profile)).find((why) => why);
}

/** Why a need of a clause is not met; undefined if it is. Hooks are not checked here but when a step calls them. */
function whyNeedMissing(need: string, profile: Profile): string | undefined {
  if (isHook(need) || need === 'global' || profile.claims.has(need)) return undefined;
  if (need === 'intake_url' || need === 'intake_command') return intakeReasons[need];
  if (need === 'clock' && profile.hooks.advance_clock !== undefined) return undefined;
  return whyUnclaimed(profile, need);
}

/** True if a clause needs the management UI and the profile does not locate it. */
function lacksUi({ needs }: Clause, { management_ui }: Profile): boolean {
  return needs.includes('management_ui') && management_ui === undefined;
}

/** Why a clause cannot be fully judged with this profile; empty if it can. */
export function limitationsOf(clause: Clause, profile: Profile): readonly string[] {
  const unclaimed = notClaimed(clause, profile);
  if (unclaimed !== undefined) return [`not-claimed: ${unclaimed}`];
  const unknown = lacksUi(clause, profile) ? [`incomplete: ${missingUiMessage}`] : [];
  const hooks = missingHooks(clause, profile).map(
    (hook) => `${verdictWithout(hook, profile)}: ${whyNoHook(profile, hook)}`,
  );
  return [...unknown, ...hooks];
}

/** True if one of the scenarios needs a running intake. */
export function needsIntake(scenarios: readonly Scenario[], ledger: Ledger): boolean {
  return scenarios.some(({ clauses }) =>
    clauses.some((id) => ledger.byId.get(id)?.needs.includes('intake_url') === true),
  );
}

function isHook(need: string): need is HookName {
  return hookNames.some((name) => name === need);
}

/** Throws UsageError if the profile names a clause that is not in the ledger. */
export function checkClausesOf({ name, lacks, notes }: Profile, { byId }: Ledger): void {
  const named = [...Object.keys(lacks).filter((need) => need.includes('.')), ...Object.keys(notes)];
  const unknown = named.find((id) => !byId.has(id));
  if (unknown === undefined) return;
  throw new UsageError(
    `the profile ${name}: unknown clause ${unknown}${nearest(unknown, byId.keys())}`,
  );
}
