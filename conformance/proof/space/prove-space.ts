import { inTurn } from '../../base/in-turn.ts';
import { UsageError, nearest } from '../../base/errors.ts';
import type { ScenarioResult } from '../../report/result.ts';
import { type Lanes } from '../lanes.ts';
import { catchHistory, type DerivedVerdict, type Hunt, huntMutation } from './hunt.ts';
import { matchesGlob, openPlaceOf, type OpenPlaces } from './open-places.ts';
import { type LegalTrial, legalStacks, tryLegal } from './legal.ts';
import { deriveSpace, type DerivedTrial, knownExchanges, unreachedPlaces } from './space.ts';

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
  const unreached = complete ? unreachedPlaces(knownExchanges(recordings)) : [];
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
