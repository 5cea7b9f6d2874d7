import { firstIndex } from '../order.ts';
import type { Key, KeyOrder } from './key.ts';
import { compareKeys } from './key.ts';

/**
 * The documents of a segment in the order of one field: groups ascending by key, without documents that have no value.
 */
export interface ViewWalk {
  readonly size: number;
  /** Number of places in the order; a group is a range of places. */
  readonly length: number;
  readonly keyAt: (place: number) => Key;
  /** Returns the end of the group that starts at a place. */
  readonly endOfGroup: (place: number) => number;
  /** Returns the start of the group that ends at a place. */
  readonly startOfGroup: (end: number) => number;
  /** Returns the document at a place of the group that starts at `first`; documents ascend within a group. */
  readonly docAt: (place: number, first: number) => number;
  /** False if the document is sorted by its value at another place. */
  readonly isChosen: (place: number, first: number) => boolean;
  /** Returns the first place whose key is not less than `key`; with `past`, the first whose key is greater. */
  readonly seek: (key: Key, past: boolean) => number;
  readonly hasValue: (doc: number) => boolean;
}

/** The start of a walk: in the group of this key, after this document. */
export interface WalkStart {
  readonly key: Key;
  /** -1 includes the whole group, Infinity skips it. */
  readonly doc: number;
}

/** Visits a document with its key; returns false to end the walk. */
export type Visit = (doc: number, key: Key) => boolean;

/**
 * Visits the documents of a segment in the order of one field, beginning at `start`: groups by key, ascending by
 * document within a group. Takes time proportional to the number of visited documents, plus a binary search.
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
