import { defined } from '../base/errors.ts';
import { withSession } from '../client/session.ts';
import { openTargetClient } from '../client/target-client.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import {
  type JudgedProperty,
  judgeProperty,
  scenarioFor,
  scenarioResultOf,
} from '../fuzz/outcome.ts';
import { propertiesOf } from '../fuzz/checks.ts';
import { fuzzSession, supportOf } from '../fuzz/session.ts';
import {
  bailPrefix,
  notRun,
  type OnResult,
  type Outcome,
  type ScenarioResult,
} from '../report/result.ts';
import { refutedIn } from '../run/rewritings.ts';
import type { Frame } from './frame.ts';
import { type RunPlan, timeFor } from './run-plan.ts';

/** The least share of the time that the properties have: a slow server may take longer over what comes before. */
const leastShare = 0.5;

/** Limit on shrinking one counterexample: a wrong server fails many properties. */
const maxShrink_ms = 1500;

/** What follows the scenarios of a run. */
export interface AfterScenarios extends Frame {
  readonly target: Target;
  readonly onResult: OnResult;
  /** The results of the scenarios, and how long they took. */
  readonly results: readonly ScenarioResult[];
  readonly elapsed_ms: number;
}

/** What the properties of a run are tried with. */
export interface ValuesFrame extends AfterScenarios {
  readonly profile: Profile;
  /** A second server; undefined if there is none. */
  readonly ownTarget: Target | undefined;
  /** The time of the values that is spent. */
  readonly spent_ms: number;
}

/**
 * Tries the properties of a run after its scenarios, in rounds, and returns a result for each. If the scenarios were
 * ended early, no property is tried.
 */
export async function runValues(
  { values, ledger }: RunPlan,
  frame: ValuesFrame,
): Promise<readonly ScenarioResult[]> {
  const { profile, masker, onResult } = frame;
  const byId = new Map(propertiesOf(ledger).map((property) => [property.id, property]));
  const results = new Map<string, ScenarioResult>();
  const keep = (judged: JudgedProperty): void => {
    const property = defined(byId.get(judged.id), `property ${judged.id}`);
    const result = scenarioResultOf(judged, property, { masker, profile });
    results.set(judged.id, result);
    onResult(result);
  };
  for (const judged of values.unclaimed) keep(judged);
  const ended = whyEnded(frame);
  if (ended === undefined) await tryValues(values, frame, keep);
  const { outcome, reason } = ended ?? { outcome: 'incomplete', reason: 'no time was left' };
  for (const property of values.properties) {
    if (results.has(property.id)) continue;
    const untried = notRun(scenarioFor(property, profile), outcome, reason);
    results.set(property.id, untried);
    onResult(untried);
  }
  // In the order of the plan: those on two servers end in any order.
  const all = [...values.unclaimed, ...values.properties];
  return all.flatMap(({ id }) => results.get(id) ?? []);
}

/** Why nothing is tried after the scenarios; undefined if they ran to their end. */
export function whyEnded({
  results,
  interrupt,
}: AfterScenarios): { readonly outcome: Outcome; readonly reason: string } | undefined {
  if (interrupt.isStopping()) return { outcome: 'interrupted', reason: 'the run was stopped' };
  const ends = results.find(
    ({ outcome, reason }) => outcome === 'lost' || reason?.startsWith(bailPrefix) === true,
  );
  if (ends === undefined) return undefined;
  return { outcome: ends.outcome, reason: defined(ends.reason, 'reason of the end') };
}

/** Tries the properties on a server; with a second one, those that move the clock run there, beside the others. */
async function tryValues(
  plan: RunPlan['values'],
  { ownTarget, ...frame }: ValuesFrame,
  keep: (judged: JudgedProperty) => void,
): Promise<void> {
  if (ownTarget === undefined) return tryOn(plan, frame, keep);
  const those = (moves: boolean): RunPlan['values'] => ({
    ...plan,
    properties: plan.properties.filter(({ movesClock = false }) => movesClock === moves),
  });
  await Promise.all([
    tryOn(those(true), { ...frame, target: ownTarget }, keep),
    tryOn(those(false), frame, keep),
  ]);
}

async function tryOn(
  { properties, seed, budget }: RunPlan['values'],
  {
    target,
    profile,
    id,
    masker,
    interrupt,
    elapsed_ms,
    spent_ms,
    results,
  }: Omit<ValuesFrame, 'ownTarget'>,
  keep: (judged: JudgedProperty) => void,
): Promise<void> {
  const { isStopping } = interrupt;
  const time_ms = timeFor(budget, elapsed_ms);
  const refuted = refutedIn(results);
  const { offers = () => true, ...support } = supportOf(profile);
  const client = openTargetClient(target);
  const session = fuzzSession({ target, client, profile, run: id, isStopping, masker });
  const trying = withSession(session, () =>
    fuzz({
      properties,
      seed,
      // Values of clauses that scenarios have refuted would only repeat those failures.
      support: { ...support, offers: (clause) => offers(clause) && !refuted.has(clause) },
      ...('requests' in budget ? { maxRequests: budget.requests } : {}),
      maxTime_ms: Math.max(time_ms - spent_ms, time_ms * leastShare),
      maxShrink_ms,
      onStart: () => undefined,
      onEnd: (result) => keep(judgeProperty(result)),
    }),
  );
  await trying.finally(() => client.close());
}
