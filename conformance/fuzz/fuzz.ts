import { now } from '../base/environment.ts';
import type { Property } from './property.ts';
import type { TargetSupport } from './property-definition.ts';
import { readReplayId, type ReplayId } from './replay-id.ts';
import {
  endsFuzzing,
  longestShrink_ms,
  type PropertyOptions,
  type PropertyResult,
  runProperty,
} from './run-property.ts';

/** About as many requests a property sends in each later round by default. */
const usualPerRound = 100;

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
  /** With a time limit: about as many requests a property sends after the first round, which is then the last. */
  readonly maxRequests?: number;
  readonly replay?: ReplayId;
  readonly maxShrink_ms?: number;
  /** The counterexamples of a property that are known; they are tried first. */
  readonly known?: (property: Property) => readonly string[];
  /** Called when a known counterexample holds now. */
  readonly onKnown?: (property: Property, replay: string) => void;
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
    const replay = readReplayId(id, property.stateful ?? false);
    const result = await runProperty({ property, support, seed: replay.seed, runs: 1, replay });
    if (isDone(result)) return result;
    onKnown?.(property, id);
  }
  return undefined;
}

/** Runs all properties, and returns a result for each property that was started. */
export async function fuzz(options: FuzzOptions): Promise<readonly PropertyResult[]> {
  return options.maxTime_ms === undefined
    ? oneRound(options)
    : inRounds(options, options.maxTime_ms);
}

async function oneRound(options: FuzzOptions): Promise<readonly PropertyResult[]> {
  const { support, seed, runs = defaultRuns, replay } = options;
  const results: PropertyResult[] = [];
  for (const property of options.properties) {
    options.onStart(property);
    const found = replay === undefined ? {} : { replay };
    const result =
      (await failureOfKnown(options, property)) ??
      (await runProperty({
        ...shrinking(options, property),
        property,
        support,
        seed,
        runs,
        ...found,
      }));
    results.push(result);
    options.onEnd(result);
    if (endsFuzzing(result.halt)) break;
  }
  return results;
}

/** Runs rounds until the time is over. Each round has a different seed; the first one has the seed of the options. */
async function inRounds(
  options: FuzzOptions,
  maxTime_ms: number,
): Promise<readonly PropertyResult[]> {
  const { support, maxRequests: perRound = usualPerRound } = options;
  const deadline_ms = now() + maxTime_ms;
  const sums = new Map<Property, PropertyResult>();
  const isFinished = (property: Property): boolean => isDone(sums.get(property));
  let round = 0;
  const isOver = (): boolean =>
    now() >= deadline_ms ||
    options.properties.every(isFinished) ||
    (round > 1 && options.maxRequests !== undefined) ||
    [...sums.values()].some(({ halt }) => endsFuzzing(halt));
  for (; !isOver(); round += 1) {
    const open = options.properties.filter((entry) => !isFinished(entry));
    for (const [at, property] of open.entries()) {
      if (isOver()) break;
      const runs = options.runs ?? runsInRound(round * perRound, property, sums.get(property));
      if (runs === 0) continue;
      options.onStart(property);
      const seed = seedOf(options.seed, round);
      const from = runsOf(sums.get(property));
      // What stops after a number of requests needs no share of the time.
      const share_ms = (deadline_ms - now()) / (open.length - at);
      const times =
        options.maxRequests === undefined
          ? shareOf(share_ms, options)
          : { ...shrinking(options, property), deadline_ms };
      const order = {
        ...shrinking(options, property),
        ...times,
        property,
        support,
        seed,
        runs,
        from,
      };
      const known = round === 0 ? await failureOfKnown(options, property) : undefined;
      const result = sum(sums.get(property), known ?? (await runProperty(order)));
      sums.set(property, result);
      if (isDone(result)) options.onEnd(result);
    }
  }
  return ended(options, [...sums.values()]);
}

/** Announces the results that were not announced in their round. */
function ended(
  { onEnd }: FuzzOptions,
  results: readonly PropertyResult[],
): readonly PropertyResult[] {
  for (const result of results) if (!isDone(result)) onEnd(result);
  return results;
}

/** The seed of a round, far from those of other rounds: the next seed of the options begins no round of this one. */
function seedOf(seed: number, round: number): number {
  return (seed + Math.imul(round, 0x9e_37_79_b1)) | 0;
}

/**
 * Returns how often a property runs in a round. In the first one it is once, so that each has soon had its turn; after a later
 * one all have sent about as many requests, times their effort. A property that has already sent more waits.
 */
function runsInRound(
  wanted: number,
  { effort = 1 }: Property,
  before: PropertyResult | undefined,
): number {
  if (before === undefined) return 1;
  const { requests, runs } = before;
  const each = (requests + assumedRuns * usualRequests) / (runs + assumedRuns);
  return Math.max(0, Math.ceil((wanted * effort - requests) / Math.max(each, 1)));
}

/** Rows of dimensions take more requests than other values, so that shrinking takes them longer. */
const longerForRows = 3;

function shrinking(
  { maxShrink_ms, onFound }: FuzzOptions,
  { dimensions }: Property,
): Pick<PropertyOptions, 'maxShrink_ms' | 'onFound'> {
  const factor = dimensions === undefined ? 1 : longerForRows;
  return {
    ...(maxShrink_ms === undefined ? {} : { maxShrink_ms: maxShrink_ms * factor }),
    ...(onFound === undefined ? {} : { onFound }),
  };
}

/** The limits of a property that has a share of the time: nothing that it does, nor its shrinking, takes that of others. */
function shareOf(
  share_ms: number,
  { maxShrink_ms = longestShrink_ms }: FuzzOptions,
): Pick<PropertyOptions, 'maxShrink_ms' | 'deadline_ms'> {
  return { maxShrink_ms: Math.min(maxShrink_ms, share_ms), deadline_ms: now() + share_ms };
}

/** The number of values that were tried so far. */
function runsOf(result: PropertyResult | undefined): number {
  return result?.runs ?? 0;
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
    requests: before.requests + latest.requests,
    accepted: before.accepted + latest.accepted,
    observed: [...new Set([...before.observed, ...latest.observed])],
    serverErrors: [...new Set([...before.serverErrors, ...latest.serverErrors])],
    commands: [...new Set([...before.commands, ...latest.commands])],
    rows: [...before.rows, ...latest.rows],
    ...(before.skipped === undefined ? {} : { skipped: before.skipped }),
    leftovers: [...before.leftovers, ...latest.leftovers],
  };
}
