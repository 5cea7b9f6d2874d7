import { madeOnce } from '../base/lazily.ts';
import type { Analyzer, Token } from './analysis/analyzer.ts';
import { positionGap } from './analysis/analyzer.ts';
import type { Work } from '../base/work.ts';
import type { FieldRows } from './columns.ts';
import { toText } from './columns.ts';
import type { TextField } from './field-type.ts';
import type { IndexValue } from './parsed-document.ts';
import type { Column, TermIndex } from './segment.ts';

/** How many terms are found in one step. */
const termsPerStep = 1000;

/** Finds the terms of a column of `size` documents in steps, and returns its inverted index. */
export function* invertColumn(column: Column, size: number): Work<TermIndex> {
  const postings = new Map<string, { readonly docs: number[] }>();
  let documentCount = 0;
  let totalLength = 0;
  for (let doc = 0; doc < size; doc++) {
    const values = new Set(column(doc));
    if (values.size > 0) documentCount++;
    for (const value of values) {
      const term = String(value);
      madeOnce(postings, term, () => ({ docs: [] })).docs.push(doc);
      totalLength++;
      if (totalLength % termsPerStep === 0) yield;
    }
  }
  return { postings, documentCount, totalLength };
}

interface Occurrences {
  readonly docs: number[];
  readonly frequencies: number[];
  readonly positionStarts: number[];
  readonly positions: number[];
}

const noOccurrences = (): Occurrences => {
  return { docs: [], frequencies: [], positionStarts: [], positions: [] };
};

/** Finds the terms of the values of a text field in steps, and returns its inverted index. */
export function* invertTexts(
  { values }: FieldRows,
  { analyzer }: TextField,
  size: number,
): Work<TermIndex> {
  const postings = new Map<string, Occurrences>();
  const lengths = new Uint32Array(size);
  let documentCount = 0;
  let totalLength = 0;
  const add = (doc: number, term: string, position: number): void => {
    lengths[doc]!++;
    totalLength++;
    const own = madeOnce(postings, term, noOccurrences);
    if (own.docs.at(-1) === doc) own.frequencies[own.frequencies.length - 1]!++;
    else {
      own.docs.push(doc);
      own.frequencies.push(1);
      own.positionStarts.push(own.positions.length);
    }
    own.positions.push(position);
  };
  for (const [doc, texts = []] of values.entries()) {
    for (const { term, position } of tokensOf(texts, analyzer)) {
      add(doc, term, position);
      if (totalLength % termsPerStep === 0) yield;
    }
    if (lengths[doc]! > 0) documentCount++;
    yield;
  }
  return { postings, lengths, documentCount, totalLength };
}

/** The terms of the values of a field; between the positions of two values is a gap. */
function* tokensOf(texts: readonly IndexValue[], analyzer: Analyzer): Iterable<Token> {
  let base = 0;
  for (const text of texts) {
    let next = base;
    for (const { term, position } of analyzer.tokens(toText(text))) {
      next = base + position + 1;
      yield { term, position: base + position };
    }
    base = next + positionGap;
  }
}
