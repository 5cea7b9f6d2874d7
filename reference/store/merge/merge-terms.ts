import { Bitset } from '../bitset.ts';
import type { ByteDictionary } from '../term-dictionary.ts';
import { compareTerms, dictionaryOf } from '../term-dictionary.ts';
import type { Work } from './pace.ts';
import { step_size } from './pace.ts';

export interface TermInput {
  readonly terms: ByteDictionary;
  /** Terms that a document still holds; undefined where all are. */
  readonly used: Bitset | undefined;
}

/** One term of the merged dictionary: `ordinals[i]` is its number in input `holders[i]`, for the first `count` of them. */
export interface MergedTerm {
  readonly holders: Uint32Array;
  readonly ordinals: Uint32Array;
  count: number;
}

/**
 * Merges dictionaries. `visit` is called once for each distinct term, ascending, and says whether the term is kept.
 * The object it is handed is used again for the next term.
 */
export function* mergeTerms(
  inputs: readonly TermInput[],
  visit: (term: MergedTerm) => boolean,
): Work<ByteDictionary> {
  const room = inputs.reduce((sum, { terms }) => sum + terms.texts.bytes.length, 0);
  const bytes = Buffer.allocUnsafeSlow(Math.max(1, room));
  const starts = new Uint32Array(inputs.reduce((sum, { terms }) => sum + terms.size, 0) + 1);
  const at = inputs.map((input) => nextUsed(input, 0));
  const merged: MergedTerm = {
    holders: new Uint32Array(inputs.length),
    ordinals: new Uint32Array(inputs.length),
    count: 0,
  };
  let size = 0;
  let end = 0;
  for (let steps = 0; ; steps++) {
    if (steps % step_size === 0) yield;
    findLeast(inputs, at, merged);
    const holder = merged.holders[0] ?? 0;
    const ordinal = merged.ordinals[0] ?? 0;
    if (merged.count === 0) break;
    if (visit(merged)) {
      const { bytes: from, starts: fromStarts } = inputs[holder]?.terms.texts ?? noTexts;
      end += from.copy(bytes, end, fromStarts[ordinal] ?? 0, fromStarts[ordinal + 1] ?? 0);
      starts[++size] = end;
    }
    for (let which = 0; which < merged.count; which++) {
      const input = merged.holders[which] ?? 0;
      const used = inputs[input];
      if (used !== undefined) at[input] = nextUsed(used, (at[input] ?? 0) + 1);
    }
  }
  return dictionaryOf({
    bytes: end === bytes.length ? bytes : Buffer.from(bytes.subarray(0, end)),
    starts: starts.slice(0, size + 1),
  });
}

const noTexts = { bytes: Buffer.alloc(0), starts: new Uint32Array(1) };

function nextUsed({ terms, used }: TermInput, from: number): number {
  if (used === undefined) return from;
  const next = from < terms.size ? used.next(from) : -1;
  return next === -1 ? terms.size : next;
}

/** Writes into `merged` the least term that any input stands at, and the inputs that stand at it. */
function findLeast(inputs: readonly TermInput[], at: readonly number[], merged: MergedTerm): void {
  merged.count = 0;
  for (let input = 0; input < inputs.length; input++) {
    const terms = inputs[input]?.terms;
    const ordinal = at[input] ?? 0;
    if (terms === undefined || ordinal >= terms.size) continue;
    const best = inputs[merged.holders[0] ?? 0]?.terms;
    const order =
      merged.count === 0 || best === undefined
        ? -1
        : compareTerms(
            { texts: terms.texts, at: ordinal },
            { texts: best.texts, at: merged.ordinals[0] ?? 0 },
          );
    if (order > 0) continue;
    if (order < 0) merged.count = 0;
    merged.holders[merged.count] = input;
    merged.ordinals[merged.count++] = ordinal;
  }
}
