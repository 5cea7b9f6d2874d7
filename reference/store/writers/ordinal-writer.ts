import { defined } from '../../base/assert.ts';
import type { OrdinalData } from '../field-data.ts';
import { identity, NumberList } from '../growable.ts';
import { createDictionary, sortTerms } from '../term-dictionary.ts';
import { startsOf } from './numeric-writer.ts';

/** Collects the values of a keyword or ip field of the documents of a buffer. */
export class OrdinalWriter {
  readonly #numbers = new Map<string, number>();
  readonly #docs = new NumberList();
  readonly #values = new NumberList();

  add(doc: number, term: string): void {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(term, number);
    }
    this.#docs.push(doc);
    this.#values.push(number);
  }

  finish(size: number): OrdinalData {
    const { sorted, ordinalOf } = sortNumbers(this.#numbers);
    const docs = new NumberList();
    const ordinals = new NumberList();
    const owners = this.#docs.view();
    for (let at = 0; at < owners.length;) {
      const doc = owners[at]!;
      const own: number[] = [];
      for (; at < owners.length && owners[at] === doc; at++) {
        own.push(ordinalOf[this.#values.at(at)]!);
      }
      if (own.length > 1) own.sort((a, b) => a - b);
      for (const [place, ordinal] of own.entries()) {
        if (place > 0 && own[place - 1] === ordinal) continue;
        docs.push(doc);
        ordinals.push(ordinal);
      }
    }
    return {
      kind: 'ordinal',
      terms: createDictionary(sorted),
      ordinals: ordinals.copy(),
      starts: compactStarts(startsOf(docs.view(), size)),
    };
  }
}

/** Takes terms with their numbers in the order of insertion; returns them sorted, and the ordinal of each number. */
export function sortNumbers(numbers: ReadonlyMap<string, number>): {
  readonly sorted: readonly string[];
  readonly ordinalOf: Uint32Array;
} {
  const sorted = sortTerms([...numbers.keys()]);
  const ordinalOf = new Uint32Array(sorted.length);
  for (const [ordinal, term] of sorted.entries()) {
    ordinalOf[defined(numbers.get(term), 'number of a term')] = ordinal;
  }
  return { sorted, ordinalOf };
}

/** Returns a shared array if every document has exactly one value, to save memory. */
export function compactStarts(starts: Uint32Array): Uint32Array {
  for (let at = 0; at < starts.length; at++) if (starts[at] !== at) return starts;
  return identity(starts.length);
}
