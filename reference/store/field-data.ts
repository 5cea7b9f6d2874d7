import { Bitset } from './bitset.ts';
import { NumberList } from './growable.ts';
import type { ByteDictionary } from './term-dictionary.ts';
import type {
  Column,
  NestedDocuments,
  NumericColumn,
  OrdinalColumn,
  Postings,
  TermIndex,
} from './segment.ts';

/**
 * The terms of one text field: the postings of term t are the entries from `docStarts[t]` to `docStarts[t + 1]`
 * (exclusive) of `docs`.
 */
export interface TextData {
  readonly kind: 'text';
  readonly terms: ByteDictionary;
  readonly docStarts: Uint32Array;
  readonly docs: Uint32Array;
  readonly frequencies: Uint32Array;
  readonly positionStarts: Uint32Array;
  readonly positions: Uint32Array;
  readonly lengths: Uint32Array;
  readonly present: Bitset;
  readonly totalLength: number;
}

/** A column of terms whose dictionary can be merged. */
export interface OrdinalData extends OrdinalColumn {
  readonly terms: ByteDictionary;
}

/** The data of one field. */
export type FieldData = NumericColumn | OrdinalData | TextData;

/** Returns the inverted index of a text field. */
export function textTermIndex(data: TextData): TermIndex {
  const postingsAt = (ordinal: number): Postings => {
    const start = data.docStarts[ordinal]!;
    const end = data.docStarts[ordinal + 1] ?? start;
    return {
      docs: data.docs.subarray(start, end),
      frequencies: data.frequencies.subarray(start, end),
      positions: data.positions,
      positionStarts: data.positionStarts.subarray(start, end),
    };
  };
  return {
    terms: data.terms,
    postingsAt,
    prepare: () => [],
    postings: lookUp(data.terms, postingsAt),
    lengths: data.lengths,
    documentCount: data.present.count(),
    totalLength: data.totalLength,
  };
}

/**
 * Returns the inverted index of a column of terms. It is built in steps, one for each term that is looked up; until it
 * is complete, the documents of a term are found in the column.
 */
export function ordinalTermIndex(column: OrdinalData): TermIndex {
  const work = invert(column);
  let inverse: Inverse | undefined;
  const inverted = (): Inverse | undefined => {
    if (inverse !== undefined) return inverse;
    const step = work.next();
    if (step.done === true) inverse = step.value;
    return inverse;
  };
  const postingsAt = (ordinal: number): Postings => {
    const known = inverted();
    if (known === undefined) return { docs: docsWith(column, ordinal) };
    return { docs: known.docs.subarray(known.starts[ordinal], known.starts[ordinal + 1]) };
  };
  let documentCount = 0;
  for (let doc = 0; doc + 1 < column.starts.length; doc++) {
    if (column.starts[doc] !== column.starts[doc + 1]) documentCount++;
  }
  return {
    terms: column.terms,
    postingsAt,
    *prepare() {
      while (inverted() === undefined) yield;
    },
    postings: lookUp(column.terms, postingsAt),
    documentCount,
    totalLength: column.ordinals.length,
  };
}

/** Returns the documents that have a value in a column. */
export function presentIn(column: Column): Bitset {
  const size = column.starts.length - 1;
  const present = new Bitset(size);
  for (let doc = 0; doc < size; doc++) {
    if (column.starts[doc] !== column.starts[doc + 1]) present.set(doc);
  }
  return present;
}

/** Returns the estimated size of the data of a field in bytes. */
export function fieldBytes(data: FieldData): number {
  if (data.kind === 'numeric') {
    return data.values.byteLength + data.order.byteLength + data.starts.byteLength;
  }
  const terms = data.terms.texts.bytes.length + data.terms.texts.starts.byteLength;
  if (data.kind === 'ordinal') return terms + data.starts.byteLength + data.ordinals.byteLength;
  return (
    terms +
    data.docStarts.byteLength +
    data.docs.byteLength * 3 +
    data.positions.byteLength +
    data.lengths.byteLength
  );
}

/** Composes two levels of nested documents: returns the inner documents with the parents of the outer ones. */
export function composeNested(outer: NestedDocuments, inner: NestedDocuments): NestedDocuments {
  return { ...inner, parents: inner.parents.map((parent) => outer.parents[parent]!) };
}

function lookUp(
  terms: ByteDictionary,
  postingsAt: (ordinal: number) => Postings,
): (term: string) => Postings | undefined {
  return (term) => {
    const ordinal = terms.find(term);
    return ordinal === -1 ? undefined : postingsAt(ordinal);
  };
}

/** The documents of all terms, term by term. */
interface Inverse {
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
}

/** Number of values that are inverted in one step. */
const invertedAtOnce = 2 ** 16;

/** Inverts a column in steps; a small one takes only one. */
function* invert({ terms, starts, ordinals }: OrdinalData): Generator<void, Inverse> {
  let done = 0;
  const docStarts = new Uint32Array(terms.size + 1);
  for (const ordinal of ordinals) {
    docStarts[ordinal + 1]!++;
    if (++done % invertedAtOnce === 0) yield;
  }
  for (let at = 1; at < docStarts.length; at++) {
    docStarts[at]! += docStarts[at - 1]!;
    if (++done % invertedAtOnce === 0) yield;
  }
  const next = docStarts.slice();
  const docs = new Uint32Array(ordinals.length);
  for (let doc = 0; doc + 1 < starts.length; doc++) {
    if (++done % invertedAtOnce === 0) yield;
    const end = starts[doc + 1]!;
    for (let at = starts[doc]!; at < end; at++) {
      const ordinal = ordinals[at]!;
      const slot = next[ordinal]!;
      docs[slot] = doc;
      next[ordinal] = slot + 1;
    }
  }
  return { starts: docStarts, docs };
}

/** Finds the documents of a term in a column, which takes many times less than to invert it. */
function docsWith({ starts, ordinals }: OrdinalData, wanted: number): Uint32Array {
  const docs = new NumberList();
  let doc = 0;
  for (let at = 0; at < ordinals.length; at++) {
    if (ordinals[at] !== wanted) continue;
    while (starts[doc + 1]! <= at) doc++;
    docs.push(doc);
  }
  return docs.copy();
}
