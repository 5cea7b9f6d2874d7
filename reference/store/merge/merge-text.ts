import { at } from '../../base/assert.ts';
import { Bitset } from '../bitset.ts';
import type { TextData } from '../field-data.ts';
import type { MergedTerm } from './merge-terms.ts';
import { mergeTerms } from './merge-terms.ts';
import type { DocumentMap } from './merge-work.ts';
import type { Work } from '../../base/work.ts';
import { choiceStepSize, dropped, exactly, stepSize } from './merge-work.ts';

/** A text field of one segment to merge. */
export interface TextInput {
  readonly data: TextData | undefined;
  readonly map: DocumentMap;
}

/** Merges postings with their positions, without dropped documents and terms that only they have. */
export function* mergeText(inputs: readonly TextInput[], size: number): Work<TextData> {
  const sources = inputs.filter(hasData);
  const target = new PostingsTarget(sources);
  const termInputs = sources.map(({ data }) => ({ terms: data.terms, used: undefined }));
  const terms = yield* mergeTerms(termInputs, (term) => {
    const { holders, ordinals, count } = term;
    if (postingsOf(term, sources) > postingsAtOnce) return appendInSteps(target, sources, term);
    for (let each = 0; each < count; each++) {
      target.append(at(sources, holders[each]!), ordinals[each]!, 0);
    }
    return target.closeTerm();
  });
  const present = new Bitset(size);
  const lengths = new Uint32Array(size);
  let totalLength = 0;
  for (const { data, map } of sources) {
    for (let old = 0; old < map.table.length; old++) {
      if (old % stepSize === 0) yield;
      const doc = map.table[old]!;
      if (doc === dropped) continue;
      const length = data.lengths[old]!;
      lengths[doc] = length;
      totalLength += length;
      if (data.present.has(old)) present.set(doc);
    }
  }
  const postings = yield* target.finish();
  return { kind: 'text', terms, ...postings, lengths, present, totalLength };
}

type FullInput = TextInput & { readonly data: TextData };

/** Maximum number of postings of a term that is merged in one step with others. */
const postingsAtOnce = stepSize / choiceStepSize;

function postingsOf(
  { holders, ordinals, count }: MergedTerm,
  sources: readonly FullInput[],
): number {
  let sum = 0;
  for (let each = 0; each < count; each++) {
    const { docStarts } = at(sources, holders[each]!).data;
    sum += docStarts[ordinals[each]! + 1]! - docStarts[ordinals[each]!]!;
  }
  return sum;
}

function* appendInSteps(
  target: PostingsTarget,
  sources: readonly FullInput[],
  { holders, ordinals, count }: MergedTerm,
): Work<boolean> {
  for (let each = 0; each < count; each++) {
    let from = 0;
    do {
      yield;
      from = target.append(at(sources, holders[each]!), ordinals[each]!, from);
    } while (from > 0);
  }
  return target.closeTerm();
}

/** The merged postings; their capacity is the sum of the inputs. */
class PostingsTarget {
  readonly #docStarts: Uint32Array;
  readonly #docs: Uint32Array;
  readonly #frequencies: Uint32Array;
  readonly #positionStarts: Uint32Array;
  readonly #positions: Uint32Array;
  #terms = 0;
  #count = 0;
  #positionCount = 0;

  constructor(sources: readonly FullInput[]) {
    const sum = (size: (data: TextData) => number) =>
      sources.reduce((total, { data }) => total + size(data), 0);
    const postings = sum((data) => data.docs.length);
    this.#docStarts = new Uint32Array(sum((data) => data.terms.size) + 1);
    this.#docs = new Uint32Array(postings);
    this.#frequencies = new Uint32Array(postings);
    this.#positionStarts = new Uint32Array(postings);
    this.#positions = new Uint32Array(sum((data) => data.positions.length));
  }

  /**
   * Appends postings of a term, beginning with posting `from` of an input, as many as a step may; returns the number of
   * the next one, or 0 if there is none.
   */
  append({ data, map }: FullInput, ordinal: number, from: number): number {
    const start = data.docStarts[ordinal]!;
    const end = data.docStarts[ordinal + 1]!;
    const first = this.#positionCount;
    for (let at = start + from; at < end; at++) {
      if (at > start + from && this.#positionCount - first >= stepSize) return at - start;
      const doc = map.table[data.docs[at]!]!;
      if (doc === dropped) continue;
      const frequency = data.frequencies[at]!;
      const place = data.positionStarts[at]!;
      this.#docs[this.#count] = doc;
      this.#frequencies[this.#count] = frequency;
      this.#positionStarts[this.#count++] = this.#positionCount;
      for (let nth = 0; nth < frequency; nth++) {
        this.#positions[this.#positionCount++] = data.positions[place + nth]!;
      }
    }
    return 0;
  }

  /** Ends the postings of a term; returns false if no document is left. */
  closeTerm(): boolean {
    if (this.#docStarts[this.#terms] === this.#count) return false;
    this.#docStarts[++this.#terms] = this.#count;
    return true;
  }

  *finish(): Work<
    Pick<TextData, 'docStarts' | 'docs' | 'frequencies' | 'positionStarts' | 'positions'>
  > {
    return {
      docStarts: yield* exactly(this.#docStarts, this.#terms + 1),
      docs: yield* exactly(this.#docs, this.#count),
      frequencies: yield* exactly(this.#frequencies, this.#count),
      positionStarts: yield* exactly(this.#positionStarts, this.#count),
      positions: yield* exactly(this.#positions, this.#positionCount),
    };
  }
}

function hasData(input: TextInput): input is FullInput {
  return input.data !== undefined;
}
