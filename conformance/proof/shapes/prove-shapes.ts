import { inTurn } from '../../base/in-turn.ts';
import {
  type Outcome,
  type ScenarioResult,
  wereInterrupted,
  plainId,
  type Scenario,
} from '../../report/result.ts';
import type { Rewriting } from '../../run/rewriting.ts';
import { candidatesOf, rewritingNamed, rewritings, roundsOf } from '../../run/rewritings.ts';
import { blame } from '../lanes.ts';
import type { ServerShape } from './server-shapes.ts';

/** A scenario, and the rewriting that sends its requests; without one they are sent as they are. */
export interface Sent {
  readonly scenario: Scenario;
  readonly rewriting?: Rewriting;
}

/**
 * Runs scenarios against a server of some shapes, with the profile that its user would write. Those whose rewriting rests on
 * a clause that this profile does not claim have no result.
 */
export type RunShaped = (
  shapes: readonly ServerShape[],
  sent: readonly Sent[],
) => Promise<readonly ScenarioResult[]>;

/** A combination of shapes with its results. */
export interface ShapesVerdict {
  readonly shapes: readonly ServerShape[];
  /** The results of all scenarios; those of the second attempt too, if the proof was interrupted. */
  readonly results: readonly ScenarioResult[];
  /** Number of scenarios that came to a judgement as they are. */
  readonly judged: number;
  /** The results that a server of these shapes does not explain; empty if the combination passes. */
  readonly alarms: readonly ScenarioResult[];
  /** The names of the shapes on which the scenarios of `alarms` fail alone; empty if they need several. */
  readonly causes: readonly string[];
}

/** The shapes to try. */
export interface ShapesPlan {
  readonly combinations: readonly (readonly ServerShape[])[];
  readonly scenarios: readonly Scenario[];
}

/** Combinations at the same time. */
const atOnce = 2;

/** Failed scenarios of a combination that run again on each of its shapes alone. */
const maxBlamed = 8;

/** The least share of the claimed scenarios that a combination has to judge: shapes leave out calls, not the interface. */
const minShare = 0.5;

/**
 * Runs the scenarios against each combination, and then one for each pair of a rewriting and a chapter, with its requests
 * sent in that way; other ones for each combination. A scenario may end early if the server refuses what it needs beyond the
 * specification, or if the profile has no hook for it; anything else but a pass is a false alarm.
 */
export async function proveShapes(
  { combinations, scenarios }: ShapesPlan,
  run: RunShaped,
  onVerdict: (verdict: ShapesVerdict) => void,
): Promise<readonly ShapesVerdict[]> {
  return inTurn(combinations, atOnce, async (shapes, index) => {
    const runOn = async (sent: readonly Sent[]) => (sent.length === 0 ? [] : run(shapes, sent));
    const plain = await runOn(scenarios.map((scenario) => ({ scenario })));
    const [chosen = []] = roundsOf(candidatesOf(rewritings, plain), index);
    const results = [...plain, ...(await runOn(chosen))];
    const judged = { ...(await judge(results, runOn)), shapes };
    const verdict = { ...judged, causes: await causesOf(judged, run) };
    onVerdict(verdict);
    return verdict;
  });
}

async function judge(
  results: readonly ScenarioResult[],
  run: (sent: readonly Sent[]) => ReturnType<RunShaped>,
): Promise<Omit<ShapesVerdict, 'shapes' | 'causes'>> {
  const judged = asTheyAre(results).filter(({ outcome }) => judging.has(outcome)).length;
  // A loaded machine may have delayed an answer.
  const again = await run(results.filter((result) => !isFair(result)).map(sentOf));
  if (wereInterrupted([...results, ...again])) {
    return { results: [...results, ...again], judged, alarms: [] };
  }
  return { results, judged, alarms: again.filter((result) => !isFair(result)) };
}

const judging: ReadonlySet<Outcome> = new Set(['passed', 'failed']);

/** The results of scenarios whose requests were not sent in another way. */
export function asTheyAre(results: readonly ScenarioResult[]): readonly ScenarioResult[] {
  return results.filter(({ rewriting }) => rewriting === undefined);
}

/** What was sent for a result. */
function sentOf({ scenario, rewriting }: ScenarioResult): Sent {
  if (rewriting === undefined) return { scenario };
  const id = plainId(scenario.id, rewriting);
  return { scenario: { ...scenario, id }, rewriting: rewritingNamed(rewriting.id) };
}

/** The names of the shapes on which some of the failed scenarios fail again, without the others. */
async function causesOf(
  { shapes, alarms }: Pick<ShapesVerdict, 'shapes' | 'alarms'>,
  run: RunShaped,
): Promise<readonly string[]> {
  if (shapes.length < 2 || alarms.length === 0) return [];
  const found = await blame(shapes, alarms.slice(0, maxBlamed), async (some, before) => {
    const again = await run(some, before.map(sentOf));
    return wereInterrupted(again) ? [] : again.filter((result) => !isFair(result));
  });
  return shapes.filter((shape) => found.has(shape)).map(({ name }) => name);
}

/** True if a result is what a correct server may cause. */
export function isFair({ outcome, missing_hook, missing_extras }: ScenarioResult): boolean {
  if (outcome !== 'incomplete') return ['passed', 'observed', 'not-claimed'].includes(outcome);
  return missing_hook !== undefined || missing_extras !== undefined;
}

/** True if no scenario failed on a combination, and it judged enough. */
export function passes(verdict: ShapesVerdict): boolean {
  return verdict.alarms.length === 0 && judgesEnough(verdict);
}

/** True if a combination judged enough of what its profile claims to prove something. */
export function judgesEnough({ judged, results }: ShapesVerdict): boolean {
  const claimed = asTheyAre(results).filter(({ outcome }) => outcome !== 'not-claimed').length;
  return judged > 0 && judged >= minShare * claimed;
}
