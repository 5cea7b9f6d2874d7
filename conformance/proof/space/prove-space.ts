import { inTurn } from '../../base/in-turn.ts';
import { UsageError, nearest, defined } from '../../base/errors.ts';
import type { ScenarioResult } from '../../report/result.ts';
import { type Lanes, tryStack } from '../lanes.ts';
import {
  catchHistory,
  type DerivedVerdict,
  type Hunt,
  huntMutation,
  type Decision,
} from './hunt.ts';
import { matchesGlob, openPlaceOf, type OpenPlaces } from './open-places.ts';
import { deriveSpace, type DerivedTrial, unreachedPlaces } from './space.ts';

/** Which derived mutations a proof runs. */
export interface SpacePlan {
  readonly openPlaces: readonly OpenPlaces[];
  /** True if all scenarios of the suite run, so that a place that none of them uses is unreached. */
  readonly complete: boolean;
  /** Patterns of the ids of the mutations to run, in which `*` stands for any text; empty for all mutations. */
  readonly patterns: readonly string[];
}

/** The mutations of a proof, and the recorded results that they are derived from. */
export interface Space {
  readonly plan: SpacePlan;
  readonly honest: readonly ScenarioResult[];
  readonly trials: readonly DerivedTrial[];
}

/**
 * Derives the wanted mutations from the recorded results. Throws UsageError if a pattern matches none of them, so that
 * a misspelt one proves nothing.
 */
export function spaceOf(honest: readonly ScenarioResult[], plan: SpacePlan): Space {
  const { patterns, complete } = plan;
  const recordings = honest.map(({ scenario, recording = [] }) => ({
    scenario: scenario.id,
    exchanges: recording,
  }));
  const unreached = complete ? unreachedPlaces(recordings) : [];
  const all = [...deriveSpace(recordings), ...unreached];
  if (patterns.length === 0) return { plan, honest, trials: all };
  const ids = all.map(({ mutation }) => mutation.id);
  const vain = patterns.find((pattern) => !ids.some((id) => matchesGlob([pattern], id)));
  if (vain === undefined) {
    const trials = all.filter(({ mutation }) => matchesGlob(patterns, mutation.id));
    return { plan, honest, trials };
  }
  const hint = nearest(vain, ids);
  throw new UsageError(
    `--mutation ${vain}: matches none of the ${ids.length} derived mutations${hint}`,
  );
}

/** Decides on every mutation of a space; tells each verdict as soon as it is known. */
export async function proveSpace(
  { plan, honest, trials }: Space,
  lanes: Lanes,
  onVerdict: (verdict: DerivedVerdict) => void,
): Promise<readonly DerivedVerdict[]> {
  const byId = new Map(honest.map((result) => [result.scenario.id, result]));
  const hunt = huntIn(byId, lanes);
  const report = (verdict: DerivedVerdict): DerivedVerdict => {
    onVerdict(verdict);
    return verdict;
  };
  const known = trials.map((trial) => ({
    ...trial,
    open: openPlaceOf(trial.mutation, plan.openPlaces),
  }));
  const isLegal = (trial: (typeof known)[number]): trial is LegalTrial => trial.open !== undefined;
  const legal = known.filter(isLegal);
  const others = known.filter((trial) => !isLegal(trial));
  const hunted = await inTurn(others, lanes.count, async (trial) =>
    report(await huntMutation(trial, hunt)),
  );
  const stacks = await inTurn(legalStacks(legal), lanes.count, async (stack) =>
    (await tryLegal(stack, lanes, byId)).map(report),
  );
  return [...hunted, ...stacks.flat()];
}

function huntIn(honest: ReadonlyMap<string, ScenarioResult>, lanes: Lanes): Hunt {
  const results = [...honest.values()];
  const durations = new Map(results.map((one) => [one.scenario.id, one.duration_ms]));
  return {
    lanes,
    history: catchHistory(durations),
    judging: (ids) =>
      ids.flatMap((id) => honest.get(id)?.scenario ?? []).filter(({ silent }) => !silent),
  };
}

/** A mutation that an entry of the open places allows. */
interface LegalTrial extends DerivedTrial {
  readonly open: OpenPlaces;
}

/**
 * Combines mutations into stacks that one server can apply at once: none of them changes a place that another changes,
 * or a part of it.
 */
function legalStacks(trials: readonly LegalTrial[]): readonly (readonly LegalTrial[])[] {
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
async function tryLegal(
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
