import type { ScenarioResult, Scenario } from '../../report/result.ts';
import type { DerivedMutation } from '../../run/mutation.ts';
import type { Lanes } from '../lanes.ts';
import type { OpenPlaces } from './open-places.ts';
import type { DerivedTrial } from './space.ts';

/**
 * The verdict on a derived mutation. `caught`: a judging scenario failed. `legal`: the specification leaves the place
 * open, and every scenario is green. `undecided`: no scenario failed, though nothing leaves the place open.
 * `false-alarm`: a scenario failed though the specification leaves the place open.
 */
export type Decision = 'caught' | 'legal' | 'undecided' | 'false-alarm';

/** A derived mutation with its verdict. */
export interface DerivedVerdict {
  readonly mutation: DerivedMutation;
  readonly decision: Decision;
  /** The ids of the scenarios whose exchanges it changes. */
  readonly scenarios: readonly string[];
  /** Results that were not green: of the scenario that caught it, or the false alarms. */
  readonly red: readonly ScenarioResult[];
  /** What makes it legal. */
  readonly open?: OpenPlaces;
}

/** Which scenarios have caught mutations, so that the next ones try them first. */
export interface CatchHistory {
  /** Returns the scenarios with those first that are most likely to catch the mutation, and of these the fastest. */
  order(mutation: DerivedMutation, scenarios: readonly Scenario[]): readonly Scenario[];
  note(mutation: DerivedMutation, scenario: Scenario): void;
}

/** The number of scenarios that run first against a mutation; each later job has twice as many. */
const firstJob = 1;

/** Creates an empty history; `durations_ms` has the duration of each scenario against the correct server. */
export function catchHistory(durations_ms: ReadonlyMap<string, number>): CatchHistory {
  const catches = new Map<string, Map<string, number>>();
  const keysOf = ({ operation, side, place }: DerivedMutation): readonly string[] => [
    `${operation} ${side} ${place}`,
    `${operation} ${side}`,
  ];
  return {
    order(mutation, scenarios) {
      const [near, wide] = keysOf(mutation).map((key) => catches.get(key));
      const score = ({ id }: Scenario): number =>
        100 * (near?.get(id) ?? 0) + Math.min(99, wide?.get(id) ?? 0);
      const cost = ({ id }: Scenario): number => durations_ms.get(id) ?? 0;
      return scenarios.toSorted((a, b) => score(b) - score(a) || cost(a) - cost(b));
    },
    note(mutation, { id }) {
      for (const key of keysOf(mutation)) {
        const counts = catches.get(key) ?? new Map<string, number>();
        catches.set(key, counts.set(id, (counts.get(id) ?? 0) + 1));
      }
    },
  };
}

/** What hunting a mutation needs. */
export interface Hunt {
  readonly lanes: Lanes;
  readonly history: CatchHistory;
  /** Returns the judging scenarios with these ids. */
  readonly judging: (ids: readonly string[]) => readonly Scenario[];
}

/** Runs the scenarios that a mutation changes until one fails. */
export async function huntMutation(
  { mutation, scenarios }: DerivedTrial,
  { lanes, history, judging }: Hunt,
): Promise<DerivedVerdict> {
  let left = history.order(mutation, judging(scenarios));
  for (let size = firstJob; left.length > 0; size *= 2) {
    const job = left.slice(0, size);
    left = left.slice(size);
    const selection = { kind: 'derived', mutations: [mutation] } as const;
    const results = await lanes.run({ scenarios: job, mutation: selection });
    const red = results.filter(({ outcome }) => outcome === 'failed');
    for (const { scenario } of red) history.note(mutation, scenario);
    if (red.length > 0) return { mutation, decision: 'caught', scenarios, red };
    const stopped = results.filter(({ outcome }) => outcome === 'interrupted');
    if (stopped.length > 0) break;
  }
  return { mutation, decision: 'undecided', scenarios, red: [] };
}
