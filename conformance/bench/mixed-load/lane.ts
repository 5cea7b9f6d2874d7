import { at } from '../../base/assert.ts';
import type { Caller } from './caller.ts';
import { LoadViolation } from './caller.ts';
import type { Ledger } from './ledger.ts';

/** The number of clients that work at the same time. */
export const laneCount = 4;

/** Documents of each lane that are there from the beginning, and are changed but never deleted. */
export const anchorsPerLane = 100;

/** Ids of the other documents of each lane. */
export const idsPerLane = 120;

/** The index that the lanes write to. */
export const docsIndex = 'docs';

/** Aliases whose write index changes: one by requests, one by a policy. */
export const rollingAliases = ['rolled', 'managed'] as const;

/** One client. Only the lane itself writes its documents, so it knows what they must contain. */
export interface Lane {
  readonly number: number;
  readonly caller: Caller;
  readonly ledger: Ledger;
  /** A whole number from 0 to below `end`. */
  readonly below: (end: number) => number;
  /** A name or value that was never used before. */
  readonly fresh: () => string;
  /** The credentials of API keys by name, while they are valid. */
  readonly keys: Map<string, string>;
  /** Notes that a scroll, a point in time, a cursor or a query is left to its keep time. */
  readonly leave: () => void;
}

/** One thing that a lane does. Throws LoadViolation if the server is wrong. */
export type Activity = (lane: Lane) => Promise<void>;

/** Throws LoadViolation unless the condition holds. */
export function check(holds: boolean, message: () => string): void {
  if (!holds) throw new LoadViolation(message());
}

/** One of the entries of a list. */
export function oneOf<Entry>(lane: Lane, list: readonly Entry[]): Entry {
  return at(list, lane.below(list.length));
}

/** The ids of all anchors. */
export function anchorIds(): readonly string[] {
  return Array.from({ length: laneCount }, (_, lane) => anchorsOf(lane)).flat();
}

/** The ids of the anchors of a lane. */
export function anchorsOf(lane: number): readonly string[] {
  return Array.from({ length: anchorsPerLane }, (_, at) => `${lane}-a${at}`);
}
