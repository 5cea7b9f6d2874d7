import { Bitset } from '../../store/bitset.ts';
import type {
  NumericColumn,
  OrdinalColumn,
  Postings,
  TermDictionary,
  TermIndex,
} from '../../store/segment.ts';
import { firstIndex } from '../order.ts';
import type { Scope } from './weight.ts';

/** A value of a numeric column. */
export type Numeric = number | bigint;

/** A bound of a span of values. */
export interface Bound<T> {
  readonly value: T;
  readonly inclusive: boolean;
}

/** A span of values; an undefined bound is open. */
export interface Span<T> {
  readonly lower: Bound<T> | undefined;
  readonly upper: Bound<T> | undefined;
}

/** Returns the documents with a value in a span, using the order of the column. */
export function docsInSpan(column: NumericColumn, span: Span<Numeric>, size: number): Bitset {
  const { order, owners } = column;
  const docs = new Bitset(size);
  const [from, to] = spanOfOrder(column, span);
  if (to - from > order.length / sequentialShare) addBetween(docs, column, [from, to - 1]);
  else for (let at = from; at < to; at++) docs.set(owners[order[at]!]!);
  return docs;
}

/** To read all values one after the other takes less than to read this share of them in their order. */
const sequentialShare = 16;

/** Adds the documents with a value between two places of the order of a column. */
function addBetween(
  docs: Bitset,
  { order, owners, values }: NumericColumn,
  [first, last]: readonly [number, number],
): void {
  const least = values[order[first]!]!;
  const greatest = values[order[last]!]!;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value >= least && value <= greatest) docs.set(owners[at]!);
  }
}

/** Returns the part of the order of a column whose values are in a span; `to` is exclusive. */
export function spanOfOrder(
  { order, values }: NumericColumn,
  { lower, upper }: Span<Numeric>,
): readonly [from: number, to: number] {
  const valueAt = (at: number): Numeric => values[order[at]!]!;
  const from =
    lower === undefined
      ? 0
      : firstIndex(order.length, (at) =>
          lower.inclusive ? valueAt(at) >= lower.value : valueAt(at) > lower.value,
        );
  const to =
    upper === undefined
      ? order.length
      : firstIndex(order.length, (at) =>
          upper.inclusive ? valueAt(at) > upper.value : valueAt(at) >= upper.value,
        );
  return [from, to];
}

/** Returns the documents of postings. */
export function docsOf(postings: Postings | undefined, size: number): Bitset {
  const docs = new Bitset(size);
  for (const doc of postings?.docs ?? []) docs.set(doc);
  return docs;
}

/** Returns the part of a dictionary whose terms are in a span; `to` is exclusive. */
export function spanOfTerms(
  terms: TermDictionary,
  { lower, upper }: Span<string>,
): readonly [from: number, to: number] {
  const past = (bound: Bound<string>): number => {
    const at = terms.lowerBound(bound.value);
    return at < terms.size && terms.at(at) === bound.value ? at + 1 : at;
  };
  const from =
    lower === undefined ? 0 : lower.inclusive ? terms.lowerBound(lower.value) : past(lower);
  const to =
    upper === undefined
      ? terms.size
      : upper.inclusive
        ? past(upper)
        : terms.lowerBound(upper.value);
  return [from, to];
}

/** Returns the numbers of the chosen terms of a dictionary, ascending; undefined where the search for them may rest. */
export type TermChoice = (terms: TermDictionary) => Iterable<number | undefined>;

/** For so many terms the index is prepared. */
const fewTerms = 4;

/** Number of terms or documents between two rests. */
const restAfter = 1024;

/**
 * Returns the documents with one of the chosen terms of a field, from the inverted index, or from the column if the
 * field is not indexed.
 */
export function docsWithTerms(scope: Scope, field: string, choose: TermChoice): Bitset {
  const work = findDocs(scope, field, choose);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** Like `docsWithTerms`, in steps. */
export function* findDocs(
  scope: Scope,
  field: string,
  choose: TermChoice,
): Generator<void, Bitset> {
  const index = scope.fields.terms(field);
  if (index !== undefined) return yield* docsFromIndex(index, choose, scope.size);
  const column = scope.fields.column(field);
  return column?.kind === 'ordinal'
    ? yield* docsFromColumn(column, choose, scope.size)
    : new Bitset(scope.size);
}

function* docsFromIndex(
  index: TermIndex,
  choose: TermChoice,
  size: number,
): Generator<void, Bitset> {
  const docs = new Bitset(size);
  let seen = 0;
  let looked = 0;
  for (const ordinal of choose(index.terms)) {
    if (ordinal === undefined) {
      yield;
      continue;
    }
    if (++looked === fewTerms) yield* index.prepare();
    const postings = index.postingsAt(ordinal).docs;
    for (const doc of postings) docs.set(doc);
    seen += 1 + postings.length;
    if (seen < restAfter) continue;
    seen = 0;
    yield;
  }
  return docs;
}

function* docsFromColumn(
  column: OrdinalColumn,
  choose: TermChoice,
  size: number,
): Generator<void, Bitset> {
  const chosen = new Bitset(column.terms.size);
  for (const ordinal of choose(column.terms)) {
    if (ordinal === undefined) yield;
    else chosen.set(ordinal);
  }
  const docs = new Bitset(size);
  for (let doc = 0; doc < size; doc++) {
    const end = column.starts[doc + 1]!;
    for (let at = column.starts[doc]!; at < end; at++) {
      if (chosen.has(column.ordinals[at]!)) docs.set(doc);
    }
    if (doc % restAfter === 0) yield;
  }
  return docs;
}

/** Returns the choice of the terms in a span. */
export function termsInSpan(span: Span<string>): TermChoice {
  return function* (terms) {
    const [from, to] = spanOfTerms(terms, span);
    for (let at = from; at < to; at++) yield at;
  };
}

/** Returns the choice of the terms in a list. */
export function termsOfList(list: readonly string[]): TermChoice {
  return function* (terms) {
    for (const term of list) {
      const at = terms.find(term);
      if (at !== -1) yield at;
    }
  };
}

/** Returns the choice of the terms that begin with `prefix` and pass a test. */
export function termsWithPrefix(prefix: string, test: (term: string) => boolean): TermChoice {
  return function* (terms) {
    for (let at = terms.lowerBound(prefix); at < terms.size; at++) {
      const term = terms.at(at);
      if (!term.startsWith(prefix)) return;
      if (test(term)) yield at;
      else if (at % restAfter === 0) yield undefined;
    }
  };
}
