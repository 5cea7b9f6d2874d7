import { defined } from '../../base/assert.ts';
import type { OrdinalData } from '../field-data.ts';
import { identity, NumberList } from '../growable.ts';
import type { Work } from '../../base/work.ts';
import { stepSize } from '../merge/merge-work.ts';
import { sortInSteps } from '../sort-in-steps.ts';
import { SplitMap } from '../split-map.ts';
import { createDictionary, sortTerms } from '../term-dictionary.ts';
import { startsOf } from './numeric-writer.ts';

/** Collects the values of a keyword or ip field of the documents of a buffer. */
export class OrdinalWriter {
  readonly #numbers = new SplitMap<string, number>();
  readonly #docs = new NumberList();
  readonly #values = new NumberList();

  add(doc: number, term: string): void {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.add(term, number);
    }
    this.#docs.push(doc);
    this.#values.push(number);
  }

  *finish(size: number): Work<OrdinalData> {
    const { sorted, ordinalOf } = yield* sortNumbers(this.#numbers);
    const values = this.#values.copy();
    for (let at = 0; at < values.length; at++) {
      if (at % stepSize === stepSize - 1) yield;
      values[at] = ordinalOf[values[at]!]!;
    }
    const docs = new NumberList();
    const ordinals = new NumberList();
    const owners = this.#docs.view();
    for (let from = 0; from < owners.length;) {
      const doc = owners[from]!;
      let to = from + 1;
      while (to < owners.length && owners[to] === doc) to++;
      if (to - from > 1) yield* sortInSteps(values.subarray(from, to));
      for (let at = from; at < to; at++) {
        if (at % stepSize === stepSize - 1) yield;
        if (at > from && values[at] === values[at - 1]) continue;
        docs.push(doc);
        ordinals.push(values[at]!);
      }
      from = to;
    }
    return {
      kind: 'ordinal',
      terms: yield* createDictionary(sorted),
      ordinals: ordinals.copy(),
      starts: compactStarts(startsOf(docs.view(), size)),
    };
  }
}

/** Takes terms with their numbers in the order of insertion; returns them sorted, and the ordinal of each number. */
export function* sortNumbers(numbers: SplitMap<string, number>): Work<{
  readonly sorted: readonly string[];
  readonly ordinalOf: Uint32Array;
}> {
  const sorted: string[] = [];
  for (const part of numbers.parts) {
    for (const term of part.keys()) sorted.push(term);
    yield;
  }
  yield* sortTerms(sorted);
  const ordinalOf = new Uint32Array(sorted.length);
  for (let ordinal = 0; ordinal < sorted.length; ordinal++) {
    if (ordinal % stepSize === stepSize - 1) yield;
    ordinalOf[defined(numbers.get(sorted[ordinal]!), 'number of a term')] = ordinal;
  }
  return { sorted, ordinalOf };
}

/** Returns a shared array if every document has exactly one value, to save memory. */
export function compactStarts(starts: Uint32Array): Uint32Array {
  for (let at = 0; at < starts.length; at++) if (starts[at] !== at) return starts;
  return identity(starts.length);
}
