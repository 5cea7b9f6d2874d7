import { firstIndex } from '../order.ts';
import type { Key, KeyOrder } from './key.ts';
import { compareKeys } from './key.ts';

/** The order that a segment keeps for one field: its groups, ascending by key, without the documents that have no value. */
export interface ViewWalk {
  readonly size: number;
  /** Number of places in the order; a group is a run of places. */
  readonly length: number;
  readonly keyAt: (place: number) => Key;
  /** Where the group that starts at a place ends. */
  readonly endOfGroup: (place: number) => number;
  /** Where the group that ends before a place starts. */
  readonly startOfGroup: (end: number) => number;
  /** The document at a place of a group that starts at `first`; ascending in a group. */
  readonly docAt: (place: number, first: number) => number;
  /** False if the document of a place stands at another place of the order too, and is sorted by that one. */
  readonly isChosen: (place: number, first: number) => boolean;
  /** The first place whose key is not below, or (past) is above, a key. */
  readonly seek: (key: Key, past: boolean) => number;
  readonly hasValue: (doc: number) => boolean;
}

/** Where a walk starts: after this key, and in its group after this document. */
export interface WalkStart {
  readonly key: Key;
  /** -1 takes the whole group, Infinity none of it. */
  readonly doc: number;
}

/** Takes a document and its key; false ends the walk. */
export type Visit = (doc: number, key: Key) => boolean;

/**
 * Visits the documents of a segment in the order of one field, from a start on: groups by key, in a group ascending.
 * Costs what it visits, and the logarithm of the segment's size for the way in.
 */
export function walkInOrder(
  walk: ViewWalk,
  { order, start }: { readonly order: KeyOrder; readonly start: WalkStart | undefined },
  visit: Visit,
): void {
  const parts = order.nullsFirst ? [walkMissing, walkValues] : [walkValues, walkMissing];
  for (const part of parts) {
    if (!part(walk, { order, start }, visit)) return;
  }
}

interface WalkPart {
  readonly order: KeyOrder;
  readonly start: WalkStart | undefined;
}

function walkMissing(walk: ViewWalk, { order, start }: WalkPart, visit: Visit): boolean {
  const isPast = start !== undefined && compareKeys(null, start.key, order) < 0;
  if (isPast) return true;
  const from = start === undefined || start.key !== null ? 0 : Math.max(0, start.doc + 1);
  for (let doc = from; doc < walk.size; doc++) {
    if (!walk.hasValue(doc) && !visit(doc, null)) return false;
  }
  return true;
}

function walkValues(walk: ViewWalk, { order, start }: WalkPart, visit: Visit): boolean {
  if (start?.key === null) {
    if (!order.nullsFirst) return true;
    return order.descending ? down(walk, walk.length, visit) : up(walk, 0, visit);
  }
  if (start === undefined) {
    return order.descending ? down(walk, walk.length, visit) : up(walk, 0, visit);
  }
  const first = walk.seek(start.key, false);
  const past = walk.seek(start.key, true);
  if (first < past && !visitGroup(walk, { first, past, after: start.doc }, visit)) return false;
  return order.descending ? down(walk, first, visit) : up(walk, past, visit);
}

function up(walk: ViewWalk, from: number, visit: Visit): boolean {
  for (let first = from; first < walk.length;) {
    const past = walk.endOfGroup(first);
    if (!visitGroup(walk, { first, past, after: -1 }, visit)) return false;
    first = past;
  }
  return true;
}

function down(walk: ViewWalk, to: number, visit: Visit): boolean {
  for (let past = to; past > 0;) {
    const first = walk.startOfGroup(past);
    if (!visitGroup(walk, { first, past, after: -1 }, visit)) return false;
    past = first;
  }
  return true;
}

interface GroupSpan {
  readonly first: number;
  readonly past: number;
  readonly after: number;
}

function visitGroup(walk: ViewWalk, { first, past, after }: GroupSpan, visit: Visit): boolean {
  if (after === Number.POSITIVE_INFINITY) return true;
  const key = walk.keyAt(first);
  const skipped =
    after < 0 ? 0 : firstIndex(past - first, (at) => walk.docAt(first + at, first) > after);
  for (let place = first + skipped; place < past; place++) {
    if (walk.isChosen(place, first) && !visit(walk.docAt(place, first), key)) return false;
  }
  return true;
}
