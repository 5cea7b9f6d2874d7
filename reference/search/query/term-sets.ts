import type { Work } from '../../base/work.ts';
import { DocSet } from '../../store/doc-set.ts';
import type { Column, ColumnValue, Postings, TermDictionary } from '../../store/segment.ts';
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

/** Returns the documents with a value in a span. */
export function docsInSpan(
  column: Column | undefined,
  span: Span<ColumnValue>,
  size: number,
): DocSet {
  const docs = new DocSet(size);
  for (const [doc, values] of (column ?? []).entries()) {
    if (values.some((value) => isInside(value, span))) docs.set(doc);
  }
  return docs;
}

/** True if a value is in a span. */
export function isInside(value: ColumnValue, { lower, upper }: Span<ColumnValue>): boolean {
  if (lower !== undefined && (lower.inclusive ? value < lower.value : value <= lower.value)) {
    return false;
  }
  return upper === undefined || (upper.inclusive ? value <= upper.value : value < upper.value);
}

/** Returns the documents of postings. */
export function docsOf(postings: Postings | undefined, size: number): DocSet {
  const docs = new DocSet(size);
  for (const doc of postings?.docs ?? []) docs.set(doc);
  return docs;
}

/** Returns the part of a dictionary whose terms are in a span; `to` is exclusive. */
function spanOfTerms(
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

/** Yields the numbers of the chosen terms of a dictionary, ascending, and undefined for one that is not chosen: work may rest after each. */
export type TermChoice = (terms: TermDictionary) => Iterable<number | undefined>;

/** Returns the documents with one of the chosen terms of a field, from the inverted index. */
export function* docsWithTerms(
  { fields, size }: Scope,
  field: string,
  choose: TermChoice,
): Work<DocSet> {
  const docs = new DocSet(size);
  const index = fields.terms(field);
  if (index === undefined) return docs;
  for (const ordinal of choose(index.terms)) {
    yield;
    if (ordinal === undefined) continue;
    for (const doc of index.postingsAt(ordinal).docs) docs.set(doc);
  }
  return docs;
}

/** Returns the choice of the terms in any of some spans. */
export function termsInSpans(spans: readonly Span<string>[]): TermChoice {
  return function* (terms) {
    for (const span of spans) {
      const [from, to] = spanOfTerms(terms, span);
      for (let at = from; at < to; at++) yield at;
    }
  };
}

/** Returns the choice of the terms in a list. */
export function termsOfList(list: readonly string[]): TermChoice {
  return function* (terms) {
    for (const term of list) {
      const at = terms.find(term);
      yield at === -1 ? undefined : at;
    }
  };
}

/** Returns the choice of the terms that begin with `prefix` and pass a test. */
export function termsWithPrefix(prefix: string, test: (term: string) => boolean): TermChoice {
  return function* (terms) {
    for (let at = terms.lowerBound(prefix); at < terms.size; at++) {
      const term = terms.at(at);
      if (!term.startsWith(prefix)) return;
      yield test(term) ? at : undefined;
    }
  };
}
