import type { ScenarioResult } from '../../report/result.ts';
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

/** Servers at the same time; most of their scenarios wait. */
const atOnce = 2;

/** Failed scenarios that run again on each shape alone to find the cause. */
const maxBlamed = 8;

/** The least share of the scenarios that a combination has to judge: shapes leave out calls, but not the interface. */
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
  const waiting = [...combinations];
  const verdicts: ShapesVerdict[] = [];
  const work = async (): Promise<void> => {
    for (let shapes = waiting.shift(); shapes !== undefined; shapes = waiting.shift()) {
      const verdict = await tryCombination(shapes, scenarios, run);
      verdicts.push(verdict);
      onVerdict(verdict);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return verdicts;
}

async function tryCombination(
  shapes: readonly ServerShape[],
  scenarios: readonly Scenario[],
  run: RunShaped,
): Promise<ShapesVerdict> {
  const first = await run(shapes, scenarios);
  const judged = first.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed').length;
  const red = first.filter((result) => !isFair(result)).map(({ scenario }) => scenario);
  // A loaded machine may have delayed an answer.
  const again = red.length === 0 ? [] : await run(shapes, red);
  const alarms = again.filter((result) => !isFair(result));
  const verdict = { shapes, results: first, judged, alarms };
  if (alarms.length === 0 || shapes.length === 1) return { ...verdict, causes: [] };
  const failed = alarms.slice(0, maxBlamed).map(({ scenario }) => scenario);
  const causes: string[] = [];
  for (const shape of shapes) {
    const alone = await run([shape], failed);
    if (alone.some((result) => !isFair(result))) causes.push(shape.name);
  }
  return { ...verdict, causes };
}

/** True if a result is what a correct server may cause. */
export function isFair({ outcome, missingHook, reason = '' }: ScenarioResult): boolean {
  if (outcome !== 'incomplete') return ['passed', 'observed', 'not-claimed'].includes(outcome);
  return missingHook !== undefined || reason.endsWith(' was refused');
}

/** True if no scenario failed on a combination, and it judged enough. */
export function passes(verdict: ShapesVerdict): boolean {
  return verdict.alarms.length === 0 && judgesEnough(verdict);
}

/** True if a combination judged enough to prove something. */
export function judgesEnough({ judged, results }: ShapesVerdict): boolean {
  return judged >= minShare * results.length;
}
