import type { Bitset } from '../bitset.ts';
import type { Texts } from '../growable.ts';
import type { ByteDictionary } from '../term-dictionary.ts';
import { compareTerms, dictionaryOf } from '../term-dictionary.ts';
import { createTexts } from './merge-texts.ts';
import type { Work } from '../../base/work.ts';
import { choiceStepSize } from './merge-work.ts';

/** A dictionary to merge. */
export interface TermInput {
  readonly terms: ByteDictionary;
  /** Terms that are still used; undefined if all are. */
  readonly used: Bitset | undefined;
}

/**
 * One term of the merged dictionary: `ordinals[i]` is its number in input `holders[i]`, for the first `count` of them.
 */
export interface MergedTerm {
  readonly holders: Uint32Array;
  readonly ordinals: Uint32Array;
  count: number;
}

/**
 * Merges dictionaries. `visit` is called for each distinct term in ascending order, and returns whether to keep the
 * term, in steps if there is much to do for it. Its argument is reused for the next term.
 */
export function* mergeTerms(
  inputs: readonly TermInput[],
  visit: (term: MergedTerm) => boolean | Work<boolean>,
): Work<ByteDictionary> {
  const target = createTexts({
    bytes: inputs.reduce((sum, { terms }) => sum + terms.texts.bytes.length, 0),
    count: inputs.reduce((sum, { terms }) => sum + terms.size, 0),
  });
  const cursors = inputs.map((input, number) => new TermCursor(input, number));
  const smallest: TermCursor[] = [];
  const merged: MergedTerm = {
    holders: new Uint32Array(inputs.length),
    ordinals: new Uint32Array(inputs.length),
    count: 0,
  };
  for (let steps = 0; ; steps++) {
    if (steps % choiceStepSize === 0) yield;
    findSmallest(cursors, smallest);
    const [first] = smallest;
    if (first === undefined) return dictionaryOf(target.finish());
    merged.count = 0;
    for (const { input, ordinal } of smallest) {
      merged.holders[merged.count] = input;
      merged.ordinals[merged.count++] = ordinal;
    }
    const visited = visit(merged);
    const isKept = typeof visited === 'boolean' ? visited : yield* visited;
    if (isKept) target.append(first.texts, first.ordinal);
    for (const cursor of smallest) cursor.advance();
  }
}

/** The position of the merge in one dictionary. */
class TermCursor {
  readonly input: number;
  readonly texts: Texts;
  ordinal = 0;
  readonly #size: number;
  readonly #used: Bitset | undefined;

  constructor({ terms, used }: TermInput, input: number) {
    this.input = input;
    this.texts = terms.texts;
    this.#size = terms.size;
    this.#used = used;
    this.ordinal = -1;
    this.advance();
  }

  get ended(): boolean {
    return this.ordinal >= this.#size;
  }

  advance(): void {
    this.ordinal++;
    if (this.#used === undefined || this.ended) return;
    const next = this.#used.next(this.ordinal);
    this.ordinal = next === -1 ? this.#size : next;
  }
}

/** Collects the cursors at the smallest term into `smallest`. */
function findSmallest(cursors: readonly TermCursor[], smallest: TermCursor[]): void {
  smallest.length = 0;
  for (const cursor of cursors) {
    if (cursor.ended) continue;
    const [best] = smallest;
    const order = best === undefined ? 0 : compareTerms(cursor, best);
    if (order > 0) continue;
    if (order < 0) smallest.length = 0;
    smallest.push(cursor);
  }
}
