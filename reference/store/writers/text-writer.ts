import type { Analyzer } from '../analysis/analyzer.ts';
import { positionGap } from '../analysis/analyzer.ts';
import { Bitset } from '../bitset.ts';
import type { TextData } from '../field-data.ts';
import { NumberList } from '../growable.ts';
import type { Work } from '../../base/work.ts';
import { stepSize } from '../merge/merge-work.ts';
import { SplitMap } from '../split-map.ts';
import { createDictionary } from '../term-dictionary.ts';
import { sortNumbers } from './ordinal-writer.ts';

/** Collects the terms of a text field of the documents of a buffer. */
export class TextWriter {
  readonly #analyzer: Analyzer;
  readonly #numbers = new SplitMap<string, number>();
  /** Documents with the field in ascending order, and the start of their terms in `#terms`. */
  readonly #docs = new NumberList();
  readonly #termStarts = new NumberList();
  readonly #terms = new NumberList();
  /** Its room differs, as two lists of millions of entries should not grow in the same step. */
  readonly #positions = new NumberList(24);
  #nextPosition = 0;

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
  }

  /** Adds a value of a document; returns what is left to do in steps, if anything. */
  add(doc: number, text: string): Work<void> | undefined {
    if (this.#docs.length > 0 && this.#docs.at(this.#docs.length - 1) === doc) {
      this.#nextPosition += positionGap;
    } else {
      this.#docs.push(doc);
      this.#termStarts.push(this.#terms.length);
      this.#nextPosition = 0;
    }
    const base = this.#nextPosition;
    return this.#analyzer.walk(text, this.#emit.bind(this, base));
  }

  *finish(size: number): Work<TextData> {
    const { sorted, ordinalOf } = yield* sortNumbers(this.#numbers);
    const occurrences = yield* this.#byTerm(ordinalOf);
    const present = new Bitset(size);
    const lengths = new Uint32Array(size);
    for (let at = 0; at < this.#docs.length; at++) {
      if (at % stepSize === stepSize - 1) yield;
      const doc = this.#docs.at(at);
      present.set(doc);
      lengths[doc] = this.#endOf(at) - this.#termStarts.at(at);
    }
    return {
      kind: 'text',
      terms: yield* createDictionary(sorted),
      ...(yield* postingsOf(sorted.length, occurrences)),
      lengths,
      present,
      totalLength: this.#terms.length,
    };
  }

  #emit(base: number, term: string, position: number): void {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.add(term, number);
    }
    this.#terms.push(number);
    this.#positions.push(base + position);
    this.#nextPosition = base + position + 1;
  }

  #endOf(at: number): number {
    return at + 1 < this.#docs.length ? this.#termStarts.at(at + 1) : this.#terms.length;
  }

  /** Returns the occurrences sorted by term, then by insertion: documents, positions, and the start of each term. */
  *#byTerm(ordinalOf: Uint32Array): Work<SortedOccurrences> {
    const starts = new Uint32Array(ordinalOf.length + 1);
    const terms = this.#terms.view();
    for (let at = 0; at < terms.length; at++) {
      if (at % stepSize === stepSize - 1) yield;
      const slot = ordinalOf[terms[at]!]! + 1;
      starts[slot]!++;
    }
    for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!;
    yield;
    const next = starts.slice();
    const docs = new Uint32Array(terms.length);
    yield;
    const positions = new Uint32Array(terms.length);
    for (let at = 0; at < this.#docs.length; at++) {
      const doc = this.#docs.at(at);
      const end = this.#endOf(at);
      for (let term = this.#termStarts.at(at); term < end; term++) {
        if (term % stepSize === stepSize - 1) yield;
        const ordinal = ordinalOf[terms[term]!]!;
        const slot = next[ordinal]!;
        next[ordinal] = slot + 1;
        docs[slot] = doc;
        positions[slot] = this.#positions.at(term);
      }
    }
    return { starts, docs, positions };
  }
}

type PostingLists = Pick<
  TextData,
  'docStarts' | 'docs' | 'frequencies' | 'positionStarts' | 'positions'
>;

/** Joins the occurrences of a term in one document. */
function* postingsOf(
  termCount: number,
  { starts, docs, positions }: SortedOccurrences,
): Work<PostingLists> {
  const docStarts = new Uint32Array(termCount + 1);
  const postingDocs = new NumberList();
  const frequencies = new NumberList();
  const positionStarts = new NumberList();
  for (let term = 0; term < termCount; term++) {
    if (term % stepSize === stepSize - 1) yield;
    const end = starts[term + 1]!;
    for (let at = starts[term]!; at < end;) {
      const doc = docs[at]!;
      const first = at;
      while (at < end && docs[at] === doc) at++;
      postingDocs.push(doc);
      frequencies.push(at - first);
      positionStarts.push(first);
    }
    docStarts[term + 1] = postingDocs.length;
  }
  return {
    docStarts,
    docs: postingDocs.copy(),
    frequencies: frequencies.copy(),
    positionStarts: positionStarts.copy(),
    positions,
  };
}

interface SortedOccurrences {
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  readonly positions: Uint32Array;
}
