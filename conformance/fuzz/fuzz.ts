import { now } from '../base/environment.ts';
import { UsageError } from '../base/errors.ts';
import { batchesOf } from './dimensions/batches.ts';
import { present } from '../base/present.ts';
import type { Property } from './property.ts';
import type { TargetSupport } from './target-support.ts';
import { readReplayId, type ReplayId } from './corpus-folder.ts';
import {
  endsFuzzing,
  longestShrink_ms,
  type PropertyOptions,
  type PropertyResult,
  runProperty,
} from './run-property.ts';

/** About as many requests a property sends in each later round by default. */
const usualPerRound = 100;

/** With this limit on requests, a property with dimensions tries all of their pairs: the default of a run. */
export const requestsForPairs = 60;

/** About as many requests a run of most properties sends: what is assumed until a property has run some times. */
const usualRequests = 20;
const assumedRuns = 2;

/** The default number of runs of each property, without a time limit. */
const defaultRuns = 50;

/** The options of `fuzz`. */
export interface FuzzOptions {
  readonly properties: readonly Property[];
  readonly support: TargetSupport;
  readonly seed: number;
  /** The number of runs of each property; with a time limit, the number in one round. */
  readonly runs?: number;
  /** If given, all properties run in rounds until this time is over. */
  readonly maxTime_ms?: number;
  /** With a time limit: about as many requests a property sends in all, times its effort. */
  readonly maxRequests?: number;
  readonly replay?: ReplayId;
  readonly maxShrink_ms?: number;
  /** The counterexamples of a property that are known; they are tried first. */
  readonly known?: (property: Property) => readonly string[];
  /** Called when a known counterexample holds now, or leads to no value of this version. */
  readonly onKnown?: (property: Property, replay: string, state: 'fixed' | 'stale') => void;
  /** Called with a counterexample before it is shrunk. */
  readonly onFound?: (found: PropertyResult) => void;
  /** Called before a property runs. */
  readonly onStart: (property: Property) => void;
  /** Called when a property has finished; with a time limit, after its last round. */
  readonly onEnd: (result: PropertyResult) => void;
}

/** Tries the known counterexamples of a property; returns the first result that is not a success. */
async function failureOfKnown(
  { support, known, onKnown }: FuzzOptions,
  property: Property,
): Promise<PropertyResult | undefined> {
  for (const id of known?.(property) ?? []) {
    const replay = readReplayId(id);
    const order = { property, support, seed: replay.seed, runs: 1, replay };
    const result = await runProperty(order).catch((error: unknown) => {
      if (error instanceof UsageError) return undefined;
      throw error;
    });
    if (isDone(result)) return result;
    onKnown?.(property, id, result === undefined ? 'stale' : 'fixed');
  }
  return undefined;
}

/**
 * Runs all properties: once, or in rounds until the time is over. Returns a result for each property that was started. Each
 * round has a different seed; the first one has the seed of the options. Where the requests are limited, shrinking takes no
 * time of other properties, up to the time of the options once more.
 */
export async function fuzz(options: FuzzOptions): Promise<readonly PropertyResult[]> {
  const { properties, maxTime_ms = Number.POSITIVE_INFINITY, onEnd } = options;
  const rounds = roundsOf(options);
  let deadline_ms = now() + maxTime_ms;
  const latest_ms = deadline_ms + timeForShrinking(options);
  const sums = new Map<Property, PropertyResult>();
  const isFinished = (property: Property): boolean => isDone(sums.get(property));
  const isOver = (): boolean =>
    now() >= deadline_ms ||
    properties.every(isFinished) ||
    [...sums.values()].some(({ halt }) => endsFuzzing(halt));
  for (let round = 0; round < rounds && !isOver(); round += 1) {
    const open = properties.filter((entry) => !isFinished(entry));
    for (const [at, property] of open.entries()) {
      if (isOver()) break;
      const before = sums.get(property);
      const turn = { property, before, round, deadline_ms, parts: open.length - at };
      const result = await inRound(options, turn);
      if (result === undefined) continue;
      sums.set(property, result);
      deadline_ms = Math.min(deadline_ms + result.shrinking_ms, latest_ms);
      if (isDone(result) || rounds === 1) onEnd(result);
    }
  }
  const results = [...sums.values()];
  for (const result of results) if (rounds > 1 && !isDone(result)) onEnd(result);
  return results;
}

/** A property in a round, its result so far, and the time that is left for it and the properties after it. */
interface Turn {
  readonly property: Property;
  readonly before: PropertyResult | undefined;
  readonly round: number;
  readonly deadline_ms: number;
  readonly parts: number;
}

/** Runs a property in a round; returns its result so far, or undefined if it waits. */
async function inRound(options: FuzzOptions, turn: Turn): Promise<PropertyResult | undefined> {
  const { property, before, round } = turn;
  const runs = runsInRound(options, turn);
  if (runs === 0) return undefined;
  options.onStart(property);
  const known = round === 0 ? await failureOfKnown(options, property) : undefined;
  const seed = seedOf(options.seed, round);
  return known ?? runProperty({ ...orderOf(options, turn), seed, runs, before });
}

/** In so many rounds all properties make the same effort: a time that ends early leaves each the same part undone. */
const evenRounds = 5;

/**
 * One round without a time limit; if the requests are limited, one that tries each property, those for the same effort of all,
 * and one for the rest.
 */
function roundsOf({ maxTime_ms, maxRequests }: FuzzOptions): number {
  if (maxTime_ms === undefined) return 1;
  return maxRequests === undefined ? Number.POSITIVE_INFINITY : evenRounds + 2;
}

/** How much later than planned the last property may end because others were shrunk. */
function timeForShrinking(options: FuzzOptions): number {
  return isShared(options) ? 0 : (options.maxTime_ms ?? 0);
}

/** True if the properties share a time. */
function isShared(options: FuzzOptions): boolean {
  return roundsOf(options) === Number.POSITIVE_INFINITY;
}

/** The seed of a round, far from those of other rounds: the next seed of the options begins no round of this one. */
function seedOf(seed: number, round: number): number {
  return (seed + Math.imul(round, 0x9e_37_79_b1)) | 0;
}

/**
 * Returns how often a property runs in a round. With a time limit it is once in the first one, so that each has soon had its
 * turn; after a later one all have sent about as many requests, times their effort, and those with dimensions have tried as
 * large a part of their pairs. A property that has already done more waits. Where the requests are limited, what makes
 * more effort than others makes it in the last round.
 */
function runsInRound(
  { runs, maxTime_ms, maxRequests, support }: FuzzOptions,
  { property: { effort = 1, dimensions }, before, round }: Turn,
): number {
  if (runs !== undefined || maxTime_ms === undefined) return runs ?? defaultRuns;
  if (before === undefined) return 1;
  const part = Math.min(round / evenRounds, 1) * (round > evenRounds ? effort : 1);
  const all = maxRequests === undefined ? effort * usualPerRound * round : maxRequests * part;
  if (dimensions !== undefined) {
    const batches = batchesOf(dimensions(support), 2).length;
    return Math.max(0, Math.ceil((all * batches) / requestsForPairs) - before.runs);
  }
  const each = (before.requests + assumedRuns * usualRequests) / (before.runs + assumedRuns);
  const wanted = all - before.requests;
  return Math.max(0, Math.ceil(wanted / Math.max(each, 1)));
}

/** Rows of dimensions take more requests than other values, so that shrinking takes them longer. */
const longerForRows = 3;

/**
 * What a property runs with, and its limits. In rounds it has a share of the time that is left: nothing that it does, nor
 * its shrinking, takes that of others. What stops after a number of requests needs no share.
 */
function orderOf(
  options: FuzzOptions,
  { property, deadline_ms, parts }: Turn,
): Omit<PropertyOptions, 'seed' | 'runs' | 'before'> {
  const { support, replay, onFound, maxShrink_ms = longestShrink_ms } = options;
  const common = { property, support, ...present({ replay, onFound }) };
  if (!isShared(options)) {
    const factor = property.dimensions === undefined ? 1 : longerForRows;
    return { ...common, maxShrink_ms: maxShrink_ms * factor, deadline_ms };
  }
  const share_ms = (deadline_ms - now()) / parts;
  return {
    ...common,
    maxShrink_ms: Math.min(maxShrink_ms, share_ms),
    deadline_ms: now() + share_ms,
  };
}

function isDone(result: PropertyResult | undefined): boolean {
  return result?.counterexample !== undefined || result?.halt !== undefined;
}
