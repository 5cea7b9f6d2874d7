import { defined } from '../../base/assert.ts';
import type { ScenarioResult } from '../../report/result.ts';
import type { Scenario } from '../../report/scenario.ts';
import type { Lanes } from '../lanes.ts';
import { inParts } from '../parts.ts';
import { alarmsIn } from '../score.ts';
import type { DerivedVerdict } from './hunt.ts';
import type { OpenPlaces } from './open-places.ts';
import type { DerivedTrial } from './space.ts';

/** A mutation that an entry of the open places allows. */
export interface LegalTrial extends DerivedTrial {
  readonly open: OpenPlaces;
}

const nobody: ReadonlyMap<string, readonly ScenarioResult[]> = new Map();

/** The number of lanes that share the scenarios of a stack. */
const partsOfStack = 4;

/**
 * Combines mutations into stacks that one server can apply at once: none of them changes a place that another changes,
 * or a part of it.
 */
export function legalStacks(trials: readonly LegalTrial[]): readonly (readonly LegalTrial[])[] {
  const stacks: LegalTrial[][] = [];
  for (const trial of trials) {
    const free = stacks.find((stack) => !stack.some((other) => conflict(trial, other)));
    if (free === undefined) stacks.push([trial]);
    else free.push(trial);
  }
  return stacks;
}

function conflict({ mutation: one }: LegalTrial, { mutation: other }: LegalTrial): boolean {
  if (one.operation !== other.operation) return false;
  if (one.side === 'call' || other.side === 'call') return true;
  if (one.side !== other.side) return false;
  return (
    overlaps(one.place, other.place) || overlaps(other.place, one.place) || one.place === 'status'
  );
}

function overlaps(outer: string, inner: string): boolean {
  return outer === inner || inner.startsWith(`${outer}/`) || outer === 'status';
}

/** Runs all scenarios that the mutations of a stack change; all of them have to be green. */
export async function tryLegal(
  stack: readonly LegalTrial[],
  lanes: Lanes,
  honest: ReadonlyMap<string, ScenarioResult>,
): Promise<readonly DerivedVerdict[]> {
  const ids = [...new Set(stack.flatMap(({ scenarios }) => scenarios))];
  const before = ids.map((id) => defined(honest.get(id), `result of ${id}`));
  const parts = inParts(before, partsOfStack, ({ duration_ms }) => duration_ms).map((part) =>
    part.map(({ scenario }) => scenario),
  );
  const results = await Promise.all(parts.map((part) => against(stack, part, lanes)));
  const alarms = alarmsIn(results.flat());
  const blamed = alarms.length === 0 ? nobody : await blame(stack, alarms, lanes);
  return stack.map((trial) => {
    const red = blamed.get(trial.mutation.id) ?? [];
    const decision = red.length === 0 ? 'legal' : 'false-alarm';
    const { mutation, open } = trial;
    return { mutation, decision, scenarios: trial.scenarios, red, open };
  });
}

/** Finds the mutations of a stack that scenarios fail on, by halves. */
async function blame(
  stack: readonly LegalTrial[],
  alarms: readonly ScenarioResult[],
  lanes: Lanes,
): Promise<ReadonlyMap<string, readonly ScenarioResult[]>> {
  const [only] = stack;
  if (stack.length === 1 && only !== undefined) return new Map([[only.mutation.id, alarms]]);
  const middle = Math.ceil(stack.length / 2);
  const halves = [stack.slice(0, middle), stack.slice(middle)];
  const failed = alarms.map(({ scenario }) => scenario);
  const blamed = await Promise.all(
    halves.map(async (half) => {
      const again = alarmsIn(await against(half, failed, lanes));
      return again.length === 0 ? nobody : blame(half, again, lanes);
    }),
  );
  const found = new Map(blamed.flatMap((map) => [...map]));
  const [first] = stack;
  return found.size === 0 && first !== undefined ? new Map([[first.mutation.id, alarms]]) : found;
}

function against(
  stack: readonly LegalTrial[],
  scenarios: readonly Scenario[],
  lanes: Lanes,
): Promise<readonly ScenarioResult[]> {
  const mutations = stack.map(({ mutation }) => mutation);
  return lanes.run({ scenarios, mutation: { kind: 'derived', mutations } });
}
