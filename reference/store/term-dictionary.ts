import type { Texts } from './growable.ts';
import { textAt, TextList } from './growable.ts';
import type { Work } from '../base/work.ts';
import { stepSize } from './merge/merge-work.ts';
import type { TermDictionary } from './segment.ts';
import { sortInSteps } from './sort-in-steps.ts';

/** A dictionary with access to its bytes, for merging. */
export interface ByteDictionary extends TermDictionary {
  readonly texts: Texts;
}

/** Creates a dictionary of distinct terms in the order of code points, in steps. */
export function* createDictionary(terms: readonly string[]): Work<ByteDictionary> {
  const list = new TextList();
  for (let at = 0; at < terms.length; at++) {
    if (at % stepSize === stepSize - 1) yield;
    list.push(terms[at]!);
  }
  return dictionaryOf(list.finish());
}

/** Creates a dictionary of distinct texts in the order of their bytes. */
export function dictionaryOf(texts: Texts): ByteDictionary {
  const size = texts.starts.length - 1;
  const lowerBound = (term: string): number => {
    const bytes = Buffer.from(term);
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareWith(texts, middle, bytes) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    texts,
    size,
    at: (ordinal) => textAt(texts, ordinal),
    lowerBound,
    find(term) {
      const at = lowerBound(term);
      return at < size && textAt(texts, at) === term ? at : -1;
    },
  };
}

/** Compares a term of one dictionary with a term of another by their bytes. */
export function compareTerms(
  a: { readonly texts: Texts; readonly ordinal: number },
  b: { readonly texts: Texts; readonly ordinal: number },
): number {
  let left = a.texts.starts[a.ordinal]!;
  let right = b.texts.starts[b.ordinal]!;
  const leftLength = a.texts.starts[a.ordinal + 1]! - left;
  const rightLength = b.texts.starts[b.ordinal + 1]! - right;
  for (let rest = Math.min(leftLength, rightLength); rest > 0; rest--) {
    const difference = a.texts.bytes[left++]! - b.texts.bytes[right++]!;
    if (difference !== 0) return difference;
  }
  return leftLength - rightLength;
}

/** Sorts terms in place by code points, the order of their UTF-8 bytes, in steps. */
export function* sortTerms(terms: string[]): Work<void> {
  // The order of UTF-16 units differs only for surrogates and the units above them.
  let differs = false;
  for (let at = 0; at < terms.length && !differs; at++) {
    if (at % stepSize === stepSize - 1) yield;
    differs = /[\ud800-\uffff]/.test(terms[at]!);
  }
  yield* sortInSteps(terms, differs ? compareBytes : undefined);
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function compareWith({ bytes, starts }: Texts, ordinal: number, term: Buffer): number {
  const start = starts[ordinal]!;
  const length = starts[ordinal + 1]! - start;
  const shared = Math.min(length, term.length);
  for (let at = 0; at < shared; at++) {
    const difference = bytes[start + at]! - term[at]!;
    if (difference !== 0) return difference;
  }
  return length - term.length;
}
