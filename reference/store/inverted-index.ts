import { positionGap } from './analysis/analyzer.ts';
import type { FieldRows } from './columns.ts';
import { createDictionary, toText } from './columns.ts';
import type { TextField } from './field-type.ts';
import type { Column, Postings, TermDictionary, TermIndex } from './segment.ts';

/** Returns the inverted index of a column of terms. */
export function invertColumn(column: Column): TermIndex {
  const found = new Map<string, number[]>();
  let documentCount = 0;
  let totalLength = 0;
  for (const [doc, values] of column.entries()) {
    if (values.length > 0) documentCount++;
    totalLength += values.length;
    for (const value of values) {
      const term = String(value);
      const own = found.get(term);
      if (own === undefined) found.set(term, [doc]);
      else own.push(doc);
    }
  }
  const terms = createDictionary(found.keys());
  const postingsAt = (ordinal: number): Postings => ({
    docs: Uint32Array.from(found.get(terms.at(ordinal))!),
  });
  return termIndex(terms, postingsAt, { documentCount, totalLength });
}

interface Occurrences {
  readonly docs: number[];
  readonly frequencies: number[];
  readonly positionStarts: number[];
  readonly positions: number[];
}

/** Analyses the values of a text field, and returns its inverted index. */
export function invertTexts(
  { docs, values }: FieldRows,
  field: TextField,
  size: number,
): TermIndex {
  const found = new Map<string, Occurrences>();
  const lengths = new Uint32Array(size);
  let totalLength = 0;
  let next = 0;
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at]!;
    const base = at > 0 && docs[at - 1] === doc ? next + positionGap : 0;
    next = base;
    field.analyzer.walk(toText(values[at]!), (term, position) => {
      next = base + position + 1;
      lengths[doc]!++;
      totalLength++;
      let own = found.get(term);
      if (own === undefined) {
        own = { docs: [], frequencies: [], positionStarts: [], positions: [] };
        found.set(term, own);
      }
      if (own.docs.at(-1) === doc) own.frequencies[own.frequencies.length - 1]!++;
      else {
        own.docs.push(doc);
        own.frequencies.push(1);
        own.positionStarts.push(own.positions.length);
      }
      own.positions.push(base + position);
    });
  }
  const terms = createDictionary(found.keys());
  const postingsAt = (ordinal: number): Postings => {
    const own = found.get(terms.at(ordinal))!;
    return {
      docs: Uint32Array.from(own.docs),
      frequencies: Uint32Array.from(own.frequencies),
      positionStarts: Uint32Array.from(own.positionStarts),
      positions: Uint32Array.from(own.positions),
    };
  };
  const documentCount = new Set(docs).size;
  return termIndex(terms, postingsAt, { lengths, documentCount, totalLength });
}

function termIndex(
  terms: TermDictionary,
  postingsAt: (ordinal: number) => Postings,
  counts: Pick<TermIndex, 'lengths' | 'documentCount' | 'totalLength'>,
): TermIndex {
  return {
    terms,
    postingsAt,
    postings(term) {
      const ordinal = terms.find(term);
      return ordinal === -1 ? undefined : postingsAt(ordinal);
    },
    ...counts,
  };
}
