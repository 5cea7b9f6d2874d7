import {
  defined,
  Incomplete,
  Interrupted,
  Mismatch,
  TargetLost,
  UsageError,
} from '../base/errors.ts';
import { now } from '../base/environment.ts';
import { present } from '../base/present.ts';
import { failureAmong } from '../client/expectations.ts';
import type { ScenarioRecord } from '../client/record.ts';
import { World } from '../client/world.ts';
import { needsSecondAttempt, withFirstAttempt } from '../run/judge.ts';
import { essentialClauses } from './dimensions/essential.ts';
import type { DimensionTable, Row } from './dimensions/table.ts';
import { failedRowOf } from './dimensions/tried.ts';
import type { Property } from './property.ts';
import type { TargetSupport } from './target-support.ts';
import { type ReplayId, replayText } from './corpus-folder.ts';
import { openTally, type Sums } from './tally.ts';
import fc from 'fast-check';

/** The default of the maximum time for shrinking one counterexample. */
export const longestShrink_ms = 10_000;

/** The options of `runProperty`. */
export interface PropertyOptions {
  readonly property: Property;
  readonly support: TargetSupport;
  readonly seed: number;
  readonly runs: number;
  /** The result of the rounds before, which the new one includes. */
  readonly before?: PropertyResult | undefined;
  /** No run starts at or after this time. */
  readonly deadline_ms?: number;
  readonly replay?: ReplayId;
  /** Maximum time for shrinking a counterexample. */
  readonly maxShrink_ms?: number;
  /** Called with the first counterexample before it is shrunk. */
  readonly onFound?: (found: PropertyResult) => void;
}

/** A failed run. */
interface Failed {
  readonly error: Mismatch;
  readonly record: ScenarioRecord;
  /** The ids of the clauses that it is about. */
  readonly clauses: readonly string[];
}

/** A value for which a property does not hold, and the last run with it. */
export interface Counterexample extends Failed {
  readonly value: unknown;
  readonly replay: string;
  readonly shrinks: number;
}

/** The result of running a property. */
export interface PropertyResult extends Sums {
  readonly property: Property;
  /** The dimensions that its values cover; absent if it has none. */
  readonly dimensions?: DimensionTable;
  /** The number of runs up to and including the first failure; shrinking is not counted. */
  readonly runs: number;
  readonly duration_ms: number;
  /** How long a counterexample was shrunk; 0 without one. */
  readonly shrinking_ms: number;
  readonly counterexample?: Counterexample;
  /** Why a value was not judged; only of a property with dimensions, which goes on with the others. */
  readonly skipped?: Incomplete;
  /** An error that stopped the property without judging it: Incomplete, TargetLost, Interrupted, or a kit bug. */
  readonly halt?: unknown;
}

/** What a property has before its first round. */
const nothing: Pick<PropertyResult, 'runs' | 'duration_ms' | 'skipped'> = {
  runs: 0,
  duration_ms: 0,
};

/**
 * Runs a property with many values, and shrinks the first counterexample for a limited time. Throws UsageError if there
 * is no value to replay.
 */
export async function runProperty(options: PropertyOptions): Promise<PropertyResult> {
  const run = new PropertyRun(options);
  const found = await searchIn(options, (value, id) => run.attempt(value, id));
  const { replay } = options;
  if (replay !== undefined && run.sums().runs === 0) {
    const what = `--replay ${replayText(replay)}`;
    throw new UsageError(`${what} cannot be replayed: there is no such value`);
  }
  return found === undefined ? run.sums() : run.failedWith(found);
}

/** A property that is tried with one value after the other, and what has come of it so far. */
class PropertyRun {
  readonly #options: PropertyOptions;
  readonly #dimensions: DimensionTable | undefined;
  readonly #tally: ReturnType<typeof openTally>;
  readonly #start_ms = now();
  #deadline_ms: number;
  #runs: number;
  #skipped: Incomplete | undefined;
  #halt: unknown;
  #found_ms = this.#start_ms;
  /** The failures of shrinking, each of a smaller value than the one before. */
  readonly #failures: Failed[] = [];

  constructor(options: PropertyOptions) {
    const { property, support, before, deadline_ms = Number.POSITIVE_INFINITY } = options;
    this.#options = options;
    this.#dimensions = property.dimensions?.(support);
    this.#tally = openTally(property, before);
    this.#deadline_ms = deadline_ms;
    ({ runs: this.#runs, skipped: this.#skipped } = before ?? nothing);
  }

  /** The result so far. */
  sums(): PropertyResult {
    const { property, before = nothing } = this.#options;
    return {
      property,
      ...present({ dimensions: this.#dimensions, skipped: this.#skipped, halt: this.#halt }),
      runs: this.#runs,
      duration_ms: now() - this.#start_ms + before.duration_ms,
      shrinking_ms: 0,
      ...this.#tally.sums(),
    };
  }

  /**
   * Resolves to false if the property does not hold for a value. After the deadline, each value passes without a run, which
   * ends the loop of fast-check.
   */
  async attempt(value: unknown, id: ReplayId): Promise<boolean> {
    if (this.#halt !== undefined || now() >= this.#deadline_ms) return true;
    const { error, record } = await this.#tryValue(value);
    if (this.#failures.length === 0) this.#runs += 1;
    if (error === undefined) return true;
    if (!(error instanceof Mismatch)) {
      this.#note(error);
      return true;
    }
    const failed = { error, record, clauses: this.#options.property.clausesOf(value, error) };
    if (isOther(failed, this.#failures.at(-1))) return true;
    this.#failures.push(failed);
    if (this.#failures.length > 1) return false;
    const { onFound, maxShrink_ms = longestShrink_ms } = this.#options;
    const counterexample = { ...failed, value, shrinks: 0, replay: replayText(id) };
    onFound?.({ ...this.sums(), counterexample });
    this.#found_ms = now();
    this.#deadline_ms = this.#found_ms + maxShrink_ms;
    return false;
  }

  /** The result with the smallest counterexample. */
  async failedWith({ value, shrinks, replay }: FoundValue<unknown>): Promise<PropertyResult> {
    const failed = defined(this.#failures.at(-1), 'failure of the value that was found');
    const id = replayText(this.#options.replay ?? replay);
    const example = { ...failed, value, shrinks, replay: id };
    const stopped = this.sums();
    // Which clauses are accused must not depend on how fast the target is: the time for smaller values may be over.
    const end_ms = now() + (this.#options.maxShrink_ms === 0 ? 0 : longestShrink_ms);
    const clauses = await essentialIn(this.#dimensions, example, async (row) => {
      if (now() >= end_ms) return false;
      const withRow = defined(this.#options.property.withRow, 'value of one row');
      return (await this.#tryValue(withRow(value, row))).error instanceof Mismatch;
    });
    const counterexample = { ...example, clauses };
    return { ...stopped, shrinking_ms: now() - this.#found_ms, counterexample };
  }

  /** Keeps why a value was not judged. One of many dimensions may be refused; the others are judged all the same. */
  #note(error: unknown): void {
    const canSkip = this.#dimensions !== undefined && this.#options.replay === undefined;
    if (canSkip && error instanceof Incomplete) this.#skipped ??= error;
    else this.#halt = error;
  }

  async #tryValue(value: unknown) {
    const { world, record, thrown } = await tried((own) =>
      this.#options.property.holds(own, value),
    );
    this.#tally.take(record, world);
    return { record, error: thrown ?? failureAmong(record.exchanges) };
  }
}

/** True for a failure whose clauses are not some of those of the one before, so that it is another finding. */
function isOther({ clauses }: Failed, before: Failed | undefined): boolean {
  if (before === undefined) return false;
  if (clauses.length === 0) return before.clauses.length > 0;
  return clauses.some((id) => !before.clauses.includes(id));
}

/** The clauses of a counterexample: if one row fails alone, those of the values without which it does not. */
async function essentialIn(
  dimensions: DimensionTable | undefined,
  { value, error, clauses }: Counterexample,
  fails: (row: Row) => Promise<boolean>,
): Promise<readonly string[]> {
  const noted = failedRowOf(error);
  if (dimensions === undefined || noted === undefined) return clauses;
  const { rows = [] } = value as { readonly rows?: readonly Row[] };
  const known = Object.entries(noted).filter(([name]) => name in dimensions.levels);
  const row = rows.find((one) => known.every(([name, level]) => one[name] === level));
  if (row === undefined) return clauses;
  if (rows.length > 1 && !(await fails(row))) return clauses;
  return essentialClauses(dimensions, { row, noted }, fails);
}

/** True if the error ends the whole fuzz run. */
export function endsFuzzing(halt: unknown): boolean {
  return halt instanceof TargetLost || halt instanceof Interrupted;
}

/** The lowest bits of a seed are the number of a batch, so that a replay finds it. */
const batchBits = 12;
const maxBatch = 2 ** batchBits;

/** Searches the values of a seed for a counterexample; with dimensions, one value of each batch. */
async function searchIn(
  { property, support, seed, runs, before, replay }: PropertyOptions,
  attempt: Attempt<unknown>,
): Promise<FoundValue<unknown> | undefined> {
  const searchSeed = (own: number, count: number) => {
    const values = property.arbitrary(support, own & (maxBatch - 1));
    return findCounterexample(values, { seed: own, runs: count, replay }, attempt);
  };
  if (replay !== undefined) return searchSeed(replay.seed, 1);
  if (property.dimensions === undefined) return searchSeed(seed, runs);
  for (let run = 0; run < runs; run += 1) {
    const found = await searchSeed(seedOf(seed, (before ?? nothing).runs + run), 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A seed whose lowest bits are the number of a batch, and whose others depend on the seed. */
function seedOf(seed: number, batch: number): number {
  return (Math.imul(seed, 0x9e_37_79_b1) & -maxBatch) | (batch % maxBatch);
}

/** Runs with a value; once more from the start if a connection was lost at a request that cannot be sent again alone. */
async function tried(use: (world: World) => Promise<void>): ReturnType<typeof runOnce> {
  const first = await runOnce(use);
  const error = { error: first.thrown, step: '', precondition: false };
  if (!needsSecondAttempt({ ...first.record, error })) return first;
  const second = await runOnce(use);
  return { ...second, record: withFirstAttempt(second.record, first.record) };
}

/** Runs once with a value; returns what that left. */
async function runOnce(use: (world: World) => Promise<void>) {
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

/** Which values are tried: so many of a seed, or only one that was found before. */
export interface SearchOrder {
  readonly seed: number;
  readonly runs: number;
  readonly replay?: ReplayId | undefined;
}

/** Tries a value; resolves to true if what is searched for is not there. `replay` repeats it, unless it was shrunk. */
export type Attempt<Value> = (value: Value, replay: ReplayId) => Promise<boolean>;

/** The smallest value that was found. */
export interface FoundValue<Value> {
  readonly value: Value;
  readonly shrinks: number;
  readonly replay: ReplayId;
}

/**
 * Tries values until an attempt resolves to false, and shrinks that value; undefined if there is none. Throws what an attempt
 * throws, and UsageError if there is no value to replay.
 */
export async function findCounterexample<Value>(
  values: fc.Arbitrary<Value>,
  { seed, runs, replay }: SearchOrder,
  attempt: Attempt<Value>,
): Promise<FoundValue<Value> | undefined> {
  let run = -1;
  let halt: { readonly error: unknown } | undefined;
  const checked = fc.asyncProperty(values, async (value) => {
    run += 1;
    // For fast-check, an error would be a counterexample.
    if (halt !== undefined) return true;
    return attempt(value, replay ?? { seed, path: `${run}` }).catch((error: unknown) => {
      halt = { error };
      return true;
    });
  });
  const order =
    replay === undefined ? { seed, numRuns: runs } : { ...replay, numRuns: 1, endOnFailure: true };
  // fast-check throws at once where a path leads to no value.
  const check = async () => fc.check(checked, order);
  const details = await check().catch((error: unknown) => {
    if (replay === undefined || !(error instanceof Error)) throw error;
    throw new UsageError(`--replay ${replayText(replay)} cannot be replayed: ${error.message}`);
  });
  if (halt !== undefined) throw halt.error;
  if (!details.failed) return undefined;
  if (details.counterexample === null) throw details.errorInstance;
  const [value] = details.counterexample;
  const { numShrinks: shrinks, counterexamplePath: path } = details;
  return { value, shrinks, replay: { seed: details.seed, path } };
}
