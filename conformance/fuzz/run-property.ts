import { Interrupted, Mismatch, TargetLost, UsageError } from '../base/errors.ts';
import { now } from '../base/environment.ts';
import type { ScenarioRecord } from '../client/record.ts';
import { World } from '../client/world.ts';
import { trailOf } from './models/context-model.ts';
import type { Property } from './property.ts';
import type { Abilities } from './property-definition.ts';
import { type ReplayId, replayText } from './replay-id.ts';

/** One property is made smaller no longer than this. */
const longestShrink_ms = 60_000;

/** What to do with one property. */
export interface PropertyOrder {
  readonly property: Property;
  readonly abilities: Abilities;
  readonly seed: number;
  readonly runs: number;
  /** No run begins after this moment. */
  readonly deadline_ms?: number;
  readonly replay?: ReplayId;
}

/** A value for which a property does not hold, and what was seen when it was tried last. */
export interface Counterexample {
  readonly value: unknown;
  readonly replay: string;
  readonly shrinks: number;
  readonly error: Mismatch;
  readonly record: ScenarioRecord;
  /** What the commands of a stateful property did; absent for others. */
  readonly trail?: readonly string[];
}

/** What came of a property. `halted`: an error that says nothing of the property stopped it. */
export interface PropertyResult {
  readonly property: Property;
  /** Runs before the first failure. */
  readonly runs: number;
  readonly duration_ms: number;
  readonly counterexample?: Counterexample;
  /** What stopped the property before its end: Incomplete, TargetLost, Interrupted, or whatever broke the kit. */
  readonly halt?: unknown;
  readonly leftovers: readonly string[];
}

interface Failed {
  readonly error: Mismatch;
  readonly record: ScenarioRecord;
  readonly trail: readonly string[];
}

/**
 * Tries a property with many values. The first that it does not hold for is made smaller, for a limited time. Throws
 * UsageError where a replay leads nowhere.
 */
export async function runProperty(order: PropertyOrder): Promise<PropertyResult> {
  const { property, replay } = order;
  const start_ms = now();
  const leftovers: string[] = [];
  let deadline_ms = order.deadline_ms ?? Number.POSITIVE_INFINITY;
  let runs = 0;
  let halt: unknown;
  const failures: Failed[] = [];

  // Once it is too late every value passes untried: fast-check then comes to its end by itself.
  const attempt = async (use: (world: World) => Promise<void>): Promise<boolean> => {
    if (halt !== undefined || now() >= deadline_ms) return true;
    const world = new World();
    const error = await errorOf(() => use(world));
    const record = await world.finish();
    leftovers.push(...record.leftovers);
    if (failures.length === 0) runs += 1;
    if (error === undefined) return true;
    if (!(error instanceof Mismatch)) {
      halt = error;
      return true;
    }
    if (failures.length === 0) deadline_ms = now() + longestShrink_ms;
    failures.push({ error, record, trail: trailOf(world) });
    return false;
  };

  const result = await checked(order, attempt);
  if (replay !== undefined && runs === 0) {
    throw new UsageError(`--replay ${replayText(replay)} leads nowhere: no value stands there`);
  }
  const base = { property: property, runs, duration_ms: now() - start_ms, leftovers };
  const stopped = halt === undefined ? base : { ...base, halt };
  const failed = failures.at(-1);
  if (result.kind === 'held' || failed === undefined) return stopped;
  const { value, shrinks } = result;
  const trail = failed.trail.length === 0 ? {} : { trail: failed.trail };
  const { error, record } = failed;
  const id = replayText(replay ?? result.replay);
  return { ...stopped, counterexample: { value, shrinks, replay: id, error, record, ...trail } };
}

/** True where nothing more can be tried. */
export function endsAll(halt: unknown): boolean {
  return halt instanceof TargetLost || halt instanceof Interrupted;
}

async function checked(
  { property, abilities, seed, runs, replay }: PropertyOrder,
  attempt: (use: (world: World) => Promise<void>) => Promise<boolean>,
): ReturnType<Property['check']> {
  const found = replay === undefined ? {} : { replay };
  try {
    return await property.check({ abilities, seed, runs, attempt, ...found });
  } catch (error) {
    if (replay === undefined || !(error instanceof Error)) throw error;
    throw new UsageError(`--replay ${replayText(replay)} leads nowhere: ${error.message}`);
  }
}

async function errorOf(action: () => Promise<void>): Promise<unknown> {
  try {
    await action();
    return undefined;
  } catch (error) {
    return error ?? new Error('something threw nothing');
  }
}
