import { defined } from '../../base/errors.ts';
import type { ScenarioResult } from '../../report/result.ts';
import { type Lanes, tryStack } from '../lanes.ts';
import type { Decision, DerivedVerdict } from './hunt.ts';
import type { OpenPlaces } from './open-places.ts';
import type { DerivedTrial } from './space.ts';

/** A mutation that an entry of the open places allows. */
export interface LegalTrial extends DerivedTrial {
  readonly open: OpenPlaces;
}

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

/** A server that does not do what its profile claims may fail. */
function whenRed({ claimed }: OpenPlaces): Decision {
  return claimed === undefined ? 'false-alarm' : 'caught';
}

/** Runs all scenarios that the mutations of a stack change; all of them have to be green, unless the place is for a profile to claim. */
export async function tryLegal(
  stack: readonly LegalTrial[],
  lanes: Lanes,
  honest: ReadonlyMap<string, ScenarioResult>,
): Promise<readonly DerivedVerdict[]> {
  const ids = [...new Set(stack.flatMap(({ scenarios }) => scenarios))];
  const before = ids.map((id) => defined(honest.get(id), `result of ${id}`));
  const { alarms } = await tryStack(stack, before, (some, scenarios) => {
    const mutations = some.map(({ mutation }) => mutation);
    return lanes.run({ scenarios, mutation: { kind: 'derived', mutations } });
  });
  return stack.map((trial) => {
    const red = alarms.get(trial) ?? [];
    const { mutation, open } = trial;
    const decision = red.length === 0 ? 'legal' : whenRed(open);
    return { mutation, decision, scenarios: trial.scenarios, red, open };
  });
}
