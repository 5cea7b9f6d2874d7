import type { NumericColumn, OrdinalColumn, Postings, TermIndex } from '../../store/segment.ts';
import { firstIndex } from '../order.ts';
import type { Numeric } from '../query/term-sets.ts';
import type { Key } from './key.ts';
import type { ViewWalk } from './walk.ts';

/** The options of a walk over a numeric column. */
export interface NumericWalkOptions {
  /** Number of documents of the segment. */
  readonly size: number;
  /** True if a document with several values is sorted by its maximum. */
  readonly byGreatest: boolean;
  /** Returns the key of a value; different values have different keys, in the same order. */
  readonly keyOf: (value: Numeric) => Numeric;
}

/** Returns a walk over a numeric column; its places are indices into `order`. */
export function numericWalk(column: NumericColumn, options: NumericWalkOptions): ViewWalk {
  const { order, owners, values, starts } = column;
  const { size, byGreatest, keyOf } = options;
  const valueAt = (place: number): Numeric => values[order[place]!]!;
  const ownerAt = (place: number): number => owners[order[place]!]!;
  return {
    size,
    length: order.length,
    keyAt: (place) => keyOf(valueAt(place)),
    endOfGroup(place) {
      const value = valueAt(place);
      return gallop(order.length - place, (step) => valueAt(place + step) !== value) + place;
    },
    startOfGroup(end) {
      const value = valueAt(end - 1);
      return end - gallop(end, (step) => valueAt(end - 1 - step) !== value);
    },
    docAt: ownerAt,
    isChosen(place) {
      const owner = ownerAt(place);
      const chosen = byGreatest ? starts[owner + 1]! - 1 : starts[owner]!;
      return chosen === order[place];
    },
    seek: (key, past) =>
      firstIndex(order.length, (place) => isReached(keyOf(valueAt(place)), key, past)),
    hasValue: (doc) => starts[doc] !== starts[doc + 1],
  };
}

/** Compares numbers for `seek`; for a key of another type it is always true. */
function isReached(value: Numeric, key: Key, past: boolean): boolean {
  if (typeof key !== 'number' && typeof key !== 'bigint') return true;
  return past ? value > key : value >= key;
}

/** The options of a walk over terms. */
export interface TermWalkOptions {
  readonly size: number;
  readonly byGreatest: boolean;
  /** The number of documents over all terms, term by term. */
  readonly column: OrdinalColumn;
}

/** Returns the terms of a keyword or ip field as a walk: groups are the postings of terms. */
export function termWalk(index: TermIndex, options: TermWalkOptions): ViewWalk {
  const { size, byGreatest, column } = options;
  const offsets = offsetsOf(index);
  const { terms } = index;
  let current: { readonly ordinal: number; readonly postings: Postings } | undefined;
  const ordinalAt = (place: number): number =>
    firstIndex(terms.size, (ordinal) => offsets[ordinal + 1]! > place);
  const postingsOf = (first: number): { ordinal: number; postings: Postings } => {
    if (current !== undefined && offsets[current.ordinal] === first) return current;
    const ordinal = ordinalAt(first);
    current = { ordinal, postings: index.postingsAt(ordinal) };
    return current;
  };
  const docAt = (place: number, first: number): number =>
    postingsOf(first).postings.docs[place - first]!;
  return {
    size,
    length: offsets[terms.size]!,
    keyAt: (place) => terms.at(ordinalAt(place)),
    endOfGroup: (place) => offsets[ordinalAt(place) + 1]!,
    startOfGroup: (end) => offsets[ordinalAt(end - 1)]!,
    docAt,
    isChosen(place, first) {
      const doc = docAt(place, first);
      const at = byGreatest ? column.starts[doc + 1]! - 1 : column.starts[doc]!;
      return column.ordinals[at] === postingsOf(first).ordinal;
    },
    seek(key, past) {
      if (typeof key !== 'string') return offsets[terms.size]!;
      const ordinal = terms.lowerBound(key);
      const isHeld = ordinal < terms.size && terms.at(ordinal) === key;
      return offsets[past && isHeld ? ordinal + 1 : ordinal]!;
    },
    hasValue: (doc) => column.starts[doc] !== column.starts[doc + 1],
  };
}

const knownOffsets = new WeakMap<TermIndex, Float64Array>();

/**
 * Returns the start of the postings of each term in the concatenation of all postings; cached for each field of a
 * segment.
 */
function offsetsOf(index: TermIndex): Float64Array {
  const work = findOffsets(index);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

const termsAtOnce = 1024;

/** Prepares `termWalk` for a field of a segment, in steps; its first use needs a pass over all terms. */
export function* findOffsets(index: TermIndex): Generator<void, Float64Array> {
  const known = knownOffsets.get(index);
  if (known !== undefined) return known;
  yield* index.prepare();
  const offsets = new Float64Array(index.terms.size + 1);
  for (let ordinal = 0; ordinal < index.terms.size; ordinal++) {
    offsets[ordinal + 1] = offsets[ordinal]! + index.postingsAt(ordinal).docs.length;
    if (ordinal % termsAtOnce === 0) yield;
  }
  knownOffsets.set(index, offsets);
  return offsets;
}

/**
 * Returns the first step in 1 … `limit` for which the test is true, or `limit`, in logarithmic time (galloping search).
 */
function gallop(limit: number, holds: (step: number) => boolean): number {
  let reach = 1;
  while (reach < limit && !holds(reach)) reach *= 2;
  const from = reach >> 1;
  const to = Math.min(reach, limit);
  return from + 1 + firstIndex(to - from - 1, (step) => holds(from + 1 + step));
}
