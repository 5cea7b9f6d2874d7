import { now } from '../base/environment.ts';
import type { Property } from './property.ts';
import type { Abilities } from './property-definition.ts';
import type { ReplayId } from './replay-id.ts';
import { endsAll, type PropertyResult, runProperty } from './run-property.ts';

/** With a time limit, a property is tried so often before the next has its turn, unless told otherwise. */
const runsInTurn = 10;

/** So often without a time limit. */
const defaultRuns = 50;

/** What to fuzz, and for how long. */
export interface FuzzOrder {
  readonly properties: readonly Property[];
  readonly abilities: Abilities;
  readonly seed: number;
  /** Of each property; with a time limit, of each property in one round. */
  readonly runs?: number;
  /** Goes round all properties until so much time is over. */
  readonly maxTime_ms?: number;
  readonly replay?: ReplayId;
  /** Called before a property is tried. */
  readonly onStart: (property: Property) => void;
  /** Called when a property is not tried any more. */
  readonly onEnd: (result: PropertyResult) => void;
}

/** Tries all properties and gives a result for each that was tried at all. */
export async function fuzz(order: FuzzOrder): Promise<readonly PropertyResult[]> {
  return order.maxTime_ms === undefined ? once(order) : roundAndRound(order, order.maxTime_ms);
}

async function once(order: FuzzOrder): Promise<readonly PropertyResult[]> {
  const { abilities, seed, runs = defaultRuns, replay } = order;
  const results: PropertyResult[] = [];
  for (const property of order.properties) {
    order.onStart(property);
    const found = replay === undefined ? {} : { replay };
    const result = await runProperty({ property, abilities, seed, runs, ...found });
    results.push(result);
    order.onEnd(result);
    if (endsAll(result.halt)) break;
  }
  return results;
}

/** Every round has a seed of its own, the first that of the order. */
async function roundAndRound(
  order: FuzzOrder,
  maxTime_ms: number,
): Promise<readonly PropertyResult[]> {
  const { abilities, runs = runsInTurn } = order;
  const deadline_ms = now() + maxTime_ms;
  const sums = new Map<Property, PropertyResult>();
  const isOver = (property: Property): boolean => isDone(sums.get(property));
  const ended = (): boolean =>
    now() >= deadline_ms ||
    order.properties.every(isOver) ||
    [...sums.values()].some(({ halt }) => endsAll(halt));
  for (let round = 0; !ended(); round += 1) {
    for (const property of order.properties.filter((entry) => !isOver(entry))) {
      if (ended()) break;
      order.onStart(property);
      const seed = (order.seed + round) | 0;
      const result = sum(
        sums.get(property),
        await runProperty({ property, abilities, seed, runs, deadline_ms }),
      );
      sums.set(property, result);
      if (isDone(result)) order.onEnd(result);
    }
  }
  const results = [...sums.values()];
  for (const result of results) if (!isDone(result)) order.onEnd(result);
  return results;
}

function isDone(result: PropertyResult | undefined): boolean {
  return result?.counterexample !== undefined || result?.halt !== undefined;
}

function sum(before: PropertyResult | undefined, latest: PropertyResult): PropertyResult {
  if (before === undefined) return latest;
  return {
    ...latest,
    runs: before.runs + latest.runs,
    duration_ms: before.duration_ms + latest.duration_ms,
    leftovers: [...before.leftovers, ...latest.leftovers],
  };
}
