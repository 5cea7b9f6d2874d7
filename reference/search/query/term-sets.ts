import { compareValues } from '../../base/order.ts';
import type { Work } from '../../base/work.ts';
import { DocSet } from '../../store/doc-set.ts';
import type { Column, ColumnValue, Postings } from '../../store/segment.ts';
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
  const above = lower === undefined ? 1 : compareValues(value, lower.value);
  const below = upper === undefined ? -1 : compareValues(value, upper.value);
  return (
    (above > 0 || (above === 0 && lower?.inclusive === true)) &&
    (below < 0 || (below === 0 && upper?.inclusive === true))
  );
}

/** Returns the documents of postings. */
export function docsOf(postings: Postings | undefined, size: number): DocSet {
  const docs = new DocSet(size);
  for (const doc of postings?.docs ?? []) docs.set(doc);
  return docs;
}

/** Yields chosen terms among those of a field, and undefined for one that is not chosen: work may rest after each. */
export type TermChoice = (terms: Iterable<string>) => Iterable<string | undefined>;

/** Returns the documents with one of the chosen terms of a field, from the inverted index. */
export function* docsWithTerms(
  { fields, size }: Scope,
  field: string,
  choose: TermChoice,
): Work<DocSet> {
  const docs = new DocSet(size);
  const { postings } = fields.terms(field) ?? {};
  if (postings === undefined) return docs;
  for (const term of choose(postings.keys())) {
    yield;
    const found = term === undefined ? undefined : postings.get(term);
    for (const doc of found?.docs ?? []) docs.set(doc);
  }
  return docs;
}

/** Returns the choice of the terms in a span. */
export function termsInSpan(span: Span<string>): TermChoice {
  return termsWith((term) => isInside(term, span));
}

/** Returns the choice of the terms that pass a test. */
export function termsWith(test: (term: string) => boolean): TermChoice {
  return function* inTurns(terms) {
    for (const term of terms) yield test(term) ? term : undefined;
  };
}
