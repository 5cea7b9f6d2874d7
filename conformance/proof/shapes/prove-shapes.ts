import { type ScenarioResult, wereInterrupted } from '../../report/result.ts';
import type { Scenario } from '../../report/scenario.ts';
import type { ServerShape } from './server-shapes.ts';

/** Runs scenarios against a server of some shapes, with the profile that its user would write. */
export type RunShaped = (
  shapes: readonly ServerShape[],
  scenarios: readonly Scenario[],
) => Promise<readonly ScenarioResult[]>;

/** A combination of shapes with its results. */
export interface ShapesVerdict {
  readonly shapes: readonly ServerShape[];
  /** The results of all scenarios; those of the second attempt too, if the proof was interrupted. */
  readonly results: readonly ScenarioResult[];
  /** Number of scenarios that came to a judgement. */
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
 * Runs the scenarios against each combination. A scenario may end early if the server refuses what it needs beyond the
 * specification, or if the profile has no hook for it; anything else but a pass is a false alarm.
 */
export async function proveShapes(
  { combinations, scenarios }: ShapesPlan,
  run: RunShaped,
  onVerdict: (verdict: ShapesVerdict) => void,
): Promise<readonly ShapesVerdict[]> {
  const verdicts = await inTurn(combinations, async (shapes) => {
    const verdict = await tryCombination(shapes, scenarios, run);
    onVerdict(verdict);
    return verdict;
  });
  return withCauses(verdicts, run);
}

async function tryCombination(
  shapes: readonly ServerShape[],
  scenarios: readonly Scenario[],
  run: RunShaped,
): Promise<ShapesVerdict> {
  const results = await run(shapes, scenarios);
  const judged = results.filter(({ outcome }) => ['passed', 'failed'].includes(outcome)).length;
  const red = results.filter((result) => !isFair(result)).map(({ scenario }) => scenario);
  // A loaded machine may have delayed an answer.
  const again = red.length === 0 ? [] : await run(shapes, red);
  if (wereInterrupted([...results, ...again])) {
    return { shapes, results: [...results, ...again], judged, alarms: [], causes: [] };
  }
  const alarms = again.filter((result) => !isFair(result));
  return { shapes, results, judged, alarms, causes: [] };
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
    const alone = await run([shape], [...new Set(blamed)]);
    const failed = wereInterrupted(alone) ? [] : alone.filter((result) => !isFair(result));
    return { shape, failed: new Set(failed.map(({ scenario }) => scenario.id)) };
  });
  return verdicts.map((verdict) => ({
    ...verdict,
    causes: failures
      .filter(({ shape }) => red.includes(verdict) && verdict.shapes.includes(shape))
      .filter(({ failed }) => failedIn(verdict).some(({ id }) => failed.has(id)))
      .map(({ shape }) => shape.name),
  }));
}

function failedIn({ alarms }: ShapesVerdict): readonly Scenario[] {
  return alarms.slice(0, maxBlamed).map(({ scenario }) => scenario);
}

/** Calls `act` for each item, for some of them at the same time; returns the results in the order of the items. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const waiting = items.entries();
  const results: Result[] = [];
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await act(item);
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
  const claimed = results.filter(({ outcome }) => outcome !== 'not-claimed').length;
  return judged > 0 && judged >= minShare * claimed;
}
