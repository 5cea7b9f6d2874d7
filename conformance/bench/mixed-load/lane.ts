import { at } from '../../base/assert.ts';
import { Mismatch } from '../../base/errors.ts';
import type { Caller } from './caller.ts';

/** The number of clients that work at the same time. */
export const laneCount = 4;

/** Documents of each lane that are there from the beginning, and are changed but never deleted. */
export const anchorsPerLane = 100;

/** Ids of the other documents of each lane. */
export const idsPerLane = 120;

/** The index that the lanes write to. */
export const docsIndex = 'docs';

/** What a document must contain; undefined if there must be none. */
export type Value = string | undefined;

/** One client. Only the lane itself writes its documents, so it knows what they must contain. */
export interface Lane {
  readonly number: number;
  readonly caller: Caller;
  /** The values that each document of any lane may have: more than one after a write without an answer. */
  readonly written: Map<string, readonly Value[]>;
  /** A whole number from 0 to below `end`. */
  readonly below: (end: number) => number;
  /** A value that was never used before. */
  readonly fresh: () => string;
}

/** One thing that a lane does. Throws Mismatch if the server is wrong. */
export type Activity = (lane: Lane) => Promise<void>;

/** Throws Mismatch unless both are the same when written as JSON. */
export function expectSame(expected: unknown, got: unknown, message: string): void {
  if (JSON.stringify(expected) === JSON.stringify(got)) return;
  throw new Mismatch(expected, got, message);
}

/** One of the entries of a list. */
export function oneOf<Entry>(lane: Lane, list: readonly Entry[]): Entry {
  return at(list, lane.below(list.length));
}

/** The ids of the documents that are never deleted. */
export function anchorIds(): readonly string[] {
  return Array.from({ length: laneCount }, (_, lane) => anchorsOf(lane)).flat();
}

/** The ids of the anchors of a lane. */
export function anchorsOf(lane: number): readonly string[] {
  return Array.from({ length: anchorsPerLane }, (_, at) => `${lane}-a${at}`);
}

/** True for the id of a document that is never deleted. */
export function isAnchor(id: string): boolean {
  return id.includes('-a');
}
