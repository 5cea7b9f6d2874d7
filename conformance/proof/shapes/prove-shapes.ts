import { type Outcome, type ScenarioResult, wereInterrupted } from '../../report/result.ts';
import type { Scenario } from '../../report/scenario.ts';
import { plainId } from '../../report/rewritten.ts';
import type { Rewriting } from '../../run/rewriting.ts';
import { candidatesOf, roundsOf } from '../../run/rewriting-choice.ts';
import { rewritingNamed, rewritings } from '../../run/rewritings.ts';
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
  const verdicts = await inTurn(combinations, async (shapes, index) => {
    const runOn = async (sent: readonly Sent[]) => (sent.length === 0 ? [] : run(shapes, sent));
    const results = await runBothWays(scenarios, index, runOn);
    const verdict = { ...(await judge(results, runOn)), shapes };
    onVerdict(verdict);
    return verdict;
  });
  return withCauses(verdicts, run);
}

/** Runs scenarios on servers of one combination. */
type RunOn = (sent: readonly Sent[]) => Promise<readonly ScenarioResult[]>;

/** The results of the scenarios as they are, and of some that passed in another way. */
async function runBothWays(
  scenarios: readonly Scenario[],
  seed: number,
  run: RunOn,
): Promise<readonly ScenarioResult[]> {
  const results = await run(scenarios.map((scenario) => ({ scenario })));
  const [chosen = []] = roundsOf(candidatesOf(rewritings, results), seed);
  return [...results, ...(await run(chosen))];
}

async function judge(
  results: readonly ScenarioResult[],
  run: RunOn,
): Promise<Omit<ShapesVerdict, 'shapes'>> {
  const judged = asTheyAre(results).filter(({ outcome }) => judging.has(outcome)).length;
  // A loaded machine may have delayed an answer.
  const again = await run(results.filter((result) => !isFair(result)).map(sentOf));
  if (wereInterrupted([...results, ...again])) {
    return { results: [...results, ...again], judged, alarms: [], causes: [] };
  }
  return { results, judged, alarms: again.filter((result) => !isFair(result)), causes: [] };
}

const judging: ReadonlySet<Outcome> = new Set(['passed', 'failed']);

/** The results of scenarios whose requests were not sent in another way. */
export function asTheyAre(results: readonly ScenarioResult[]): readonly ScenarioResult[] {
  return results.filter(({ rewriting }) => rewriting === undefined);
}

/** What was sent for a result. */
function sentOf({ scenario, rewriting }: ScenarioResult): Sent {
  if (rewriting === undefined) return { scenario };
  const id = plainId({ id: scenario.id, rewriting });
  return { scenario: { ...scenario, id }, rewriting: rewritingNamed(rewriting.id) };
}

/** Runs some failed scenarios again on each shape alone, and adds the shapes on which they fail. */
async function withCauses(
  verdicts: readonly ShapesVerdict[],
  run: RunShaped,
): Promise<readonly ShapesVerdict[]> {
  const red = verdicts.filter(({ shapes, alarms }) => shapes.length > 1 && alarms.length > 0);
  const suspects = [...new Set(red.flatMap(({ shapes }) => shapes))];
  const failures = await inTurn(suspects, async (shape) => {
    const blamed = red.filter(({ shapes }) => shapes.includes(shape)).flatMap(failedIn);
    const byId = new Map(blamed.map((result) => [result.scenario.id, sentOf(result)]));
    const alone = await run([shape], [...byId.values()]);
    const failed = wereInterrupted(alone) ? [] : alone.filter((result) => !isFair(result));
    return { shape, failed: new Set(failed.map(({ scenario }) => scenario.id)) };
  });
  return verdicts.map((verdict) => ({
    ...verdict,
    causes: failures
      .filter(({ shape }) => red.includes(verdict) && verdict.shapes.includes(shape))
      .filter(({ failed }) => failedIn(verdict).some(({ scenario }) => failed.has(scenario.id)))
      .map(({ shape }) => shape.name),
  }));
}

function failedIn({ alarms }: ShapesVerdict): readonly ScenarioResult[] {
  return alarms.slice(0, maxBlamed);
}

/** Calls `act` for each item, for some of them at the same time; returns the results in the order of the items. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  act: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const waiting = items.entries();
  const results: Result[] = [];
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await act(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** True if a result is what a correct server may cause. */
export function isFair({ outcome, missingHook, missingExtras }: ScenarioResult): boolean {
  if (outcome !== 'incomplete') return ['passed', 'observed', 'not-claimed'].includes(outcome);
  return missingHook !== undefined || missingExtras !== undefined;
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
