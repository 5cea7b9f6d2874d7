import { Incomplete, Interrupted, Mismatch, TargetLost, UsageError } from '../base/errors.ts';
import { now } from '../base/environment.ts';
import { failureAmong } from '../client/expectations.ts';
import type { ScenarioRecord } from '../client/record.ts';
import { World } from '../client/world.ts';
import { needsSecondAttempt, withFirstAttempt } from '../run/second-attempt.ts';
import { essentialClauses } from './dimensions/essential.ts';
import type { DimensionTable, Row } from './dimensions/table.ts';
import { failedRowOf } from './dimensions/tried.ts';
import type { Property, Tried } from './property.ts';
import type { TargetSupport } from './property-definition.ts';
import { type ReplayId, replayText } from './replay-id.ts';
import { openTally, type Sums, type Tally } from './tally.ts';

/** The default of the maximum time for shrinking one counterexample. */
export const longestShrink_ms = 10_000;

/** The options of `runProperty`. */
export interface PropertyOptions {
  readonly property: Property;
  readonly support: TargetSupport;
  readonly seed: number;
  readonly runs: number;
  /** The number of runs before; 0 if absent. */
  readonly from?: number;
  /** No run starts at or after this time. */
  readonly deadline_ms?: number;
  readonly replay?: ReplayId;
  /** Maximum time for shrinking a counterexample. */
  readonly maxShrink_ms?: number;
  /** Called with the first counterexample before it is shrunk. */
  readonly onFound?: (found: PropertyResult) => void;
}

/** A value for which a property does not hold, and the record of the last run with it. */
export interface Counterexample {
  readonly value: unknown;
  readonly replay: string;
  readonly shrinks: number;
  /** The clauses that it is about. */
  readonly clauses: readonly string[];
  readonly error: Mismatch;
  readonly record: ScenarioRecord;
}

/** The result of running a property. */
export interface PropertyResult extends Sums {
  readonly property: Property;
  /** The dimensions that its values cover; absent if it has none. */
  readonly dimensions?: DimensionTable;
  /** The number of runs up to and including the first failure; shrinking is not counted. */
  readonly runs: number;
  readonly duration_ms: number;
  readonly counterexample?: Counterexample;
  /** Why a value was not judged; only of a property with dimensions, which goes on with the others. */
  readonly skipped?: Incomplete;
  /** An error that stopped the property without judging it: Incomplete, TargetLost, Interrupted, or a kit bug. */
  readonly halt?: unknown;
}

interface Failed {
  readonly error: Mismatch;
  readonly record: ScenarioRecord;
  /** The ids of the clauses that it breaks. */
  readonly clauses: readonly string[];
}

interface ShrunkTo {
  readonly shrinks: number;
  readonly id: ReplayId;
}

interface FoundValue {
  readonly value: unknown;
  readonly failed: Failed;
  readonly dimensions: DimensionTable | undefined;
}

/**
 * Runs a property with many values, and shrinks the first counterexample for a limited time. Throws UsageError if there
 * is no value to replay.
 */
export async function runProperty(options: PropertyOptions): Promise<PropertyResult> {
  const { property, support, replay, maxShrink_ms = longestShrink_ms } = options;
  const dimensions = property.dimensions?.(support);
  const canSkip = dimensions !== undefined && replay === undefined;
  const start_ms = now();
  const tally = openTally(property);
  let deadline_ms = options.deadline_ms ?? Number.POSITIVE_INFINITY;
  let runs = 0;
  let halt: unknown;
  let skipped: Incomplete | undefined;
  const failures: Failed[] = [];

  const sums = (): PropertyResult => ({
    property,
    ...(dimensions === undefined ? {} : { dimensions }),
    ...(skipped === undefined ? {} : { skipped }),
    runs,
    duration_ms: now() - start_ms,
    ...tally.sums(),
  });

  /** Takes a failure, and returns false; true if it breaks a clause that the last does not, which is another finding. */
  const takes = (
    { value, replay: id }: Pick<Tried, 'value' | 'replay'>,
    found: Omit<Failed, 'clauses'>,
  ): boolean => {
    const clauses = property.clausesOf(value, found.error);
    const last = failures.at(-1);
    if (last !== undefined && isOther(clauses, last.clauses)) return true;
    const failed = { ...found, clauses };
    failures.push(failed);
    if (last !== undefined) return false;
    const example = exampleOf(failed, { value, shrinks: 0, id });
    options.onFound?.({ ...sums(), counterexample: example });
    deadline_ms = now() + maxShrink_ms;
    return false;
  };

  // After the deadline, every value passes without a run, which ends the loop of fast-check.
  const attempt = async ({ use, ...given }: Tried): Promise<boolean> => {
    if (halt !== undefined || now() >= deadline_ms) return true;
    const { world, record, thrown } = await tried(use);
    const error = thrown ?? failureAmong(record.exchanges);
    tally.take(record, world);
    if (failures.length === 0) runs += 1;
    if (error === undefined) return true;
    if (!(error instanceof Mismatch)) {
      // One of many dimensions may be refused; the others are judged all the same.
      if (canSkip && error instanceof Incomplete) skipped ??= error;
      else halt = error;
      return true;
    }
    return takes(given, { error, record });
  };

  const result = await checked(options, attempt);
  if (replay !== undefined && runs === 0) throw noSuchValue(replay);
  const stopped = halt === undefined ? sums() : { ...sums(), halt };
  const failed = failures.at(-1);
  if (result.kind === 'held' || failed === undefined) return stopped;
  const { value, shrinks } = result;
  const found = { value, shrinks, id: replay ?? result.replay, failed, dimensions };
  const counterexample = await shrunk(found, failsWith(property, tally, deadline_ms));
  return { ...stopped, counterexample };
}

/** True for clauses that are not some of those of a failure, so that they are about another one. */
function isOther(clauses: readonly string[], before: readonly string[]): boolean {
  if (clauses.length === 0) return before.length > 0;
  return clauses.some((id) => !before.includes(id));
}

/** The last counterexample, with the clauses that it is about. */
async function shrunk(
  { value, shrinks, id, failed, dimensions }: FoundValue & ShrunkTo,
  fails: (value: unknown) => Promise<boolean>,
): Promise<Counterexample> {
  const clauses = await essentialIn({ value, failed, dimensions }, fails);
  return exampleOf({ ...failed, clauses }, { value, shrinks, id });
}

/** Returns what tries one more value: true if the property does not hold for it. Values after the deadline are not tried. */
function failsWith(
  property: Property,
  tally: Tally,
  deadline_ms: number,
): (value: unknown) => Promise<boolean> {
  return async (value) => {
    if (now() >= deadline_ms) return false;
    const { world, record, thrown } = await tried(property.use(value));
    tally.take(record, world);
    return (thrown ?? failureAmong(record.exchanges)) instanceof Mismatch;
  };
}

/** The clauses of a counterexample: if it is about one row, those of the values without which it does not fail. */
async function essentialIn(
  { value, failed, dimensions }: FoundValue,
  fails: (value: unknown) => Promise<boolean>,
): Promise<readonly string[]> {
  const noted = failedRowOf(failed.error);
  const { rows = [] } = value as { readonly rows?: readonly Row[] };
  const [row] = rows;
  if (dimensions === undefined || noted === undefined || row === undefined || rows.length > 1) {
    return failed.clauses;
  }
  return essentialClauses(dimensions, { row, noted }, (changed) =>
    fails({ ...(value as object), rows: [changed] }),
  );
}

function noSuchValue(replay: ReplayId): UsageError {
  return new UsageError(
    `--replay ${replayText(replay)} cannot be replayed: there is no such value`,
  );
}

function exampleOf(
  { error, record, clauses }: Failed,
  { id, ...found }: Pick<FoundValue, 'value'> & ShrunkTo,
): Counterexample {
  return { ...found, replay: replayText(id), clauses, error, record };
}

/** True if the error ends the whole fuzz run. */
export function endsFuzzing(halt: unknown): boolean {
  return halt instanceof TargetLost || halt instanceof Interrupted;
}

async function checked(
  { property, support, seed, runs, from = 0, replay }: PropertyOptions,
  attempt: (tried: Tried) => Promise<boolean>,
): ReturnType<Property['check']> {
  const found = replay === undefined ? {} : { replay };
  try {
    return await property.check({ support, seed, runs, from, attempt, ...found });
  } catch (error) {
    if (replay === undefined || !(error instanceof Error)) throw error;
    throw new UsageError(`--replay ${replayText(replay)} cannot be replayed: ${error.message}`);
  }
}

/** One run with a value, and what it left. */
interface Run {
  readonly world: World;
  readonly record: ScenarioRecord;
  readonly thrown: unknown;
}

/** Runs with a value; once more from the start if a connection was lost at a request that cannot be sent again alone. */
async function tried(use: Tried['use']): Promise<Run> {
  const first = await runOnce(use);
  const error = { error: first.thrown, step: '', precondition: false };
  if (!needsSecondAttempt({ ...first.record, error })) return first;
  const second = await runOnce(use);
  return { ...second, record: withFirstAttempt(second.record, first.record) };
}

async function runOnce(use: Tried['use']): Promise<Run> {
  const world = new World();
  const thrown = await errorOf(() => use(world));
  return { world, thrown, record: await world.finish() };
}

async function errorOf(action: () => Promise<void>): Promise<unknown> {
  try {
    await action();
    return undefined;
  } catch (error) {
    return error ?? new Error('undefined was thrown');
  }
}
