import { at } from '../../base/assert.ts';
import { Bitset } from '../bitset.ts';
import type { TextData } from '../field-data.ts';
import { mergeTerms } from './merge-terms.ts';
import type { DocumentMap, Work } from './merge-work.ts';
import { dropped, stepSize } from './merge-work.ts';

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
  const terms = yield* mergeTerms(termInputs, ({ holders, ordinals, count }) => {
    for (let each = 0; each < count; each++) {
      target.append(at(sources, holders[each]!), ordinals[each]!);
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
  return { kind: 'text', terms, ...target.finish(), lengths, present, totalLength };
}

type FullInput = TextInput & { readonly data: TextData };

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

  append({ data, map }: FullInput, ordinal: number): void {
    const end = data.docStarts[ordinal + 1]!;
    for (let at = data.docStarts[ordinal]!; at < end; at++) {
      const doc = map.table[data.docs[at]!]!;
      if (doc === dropped) continue;
      const frequency = data.frequencies[at]!;
      const from = data.positionStarts[at]!;
      this.#docs[this.#count] = doc;
      this.#frequencies[this.#count] = frequency;
      this.#positionStarts[this.#count++] = this.#positionCount;
      for (let place = from; place < from + frequency; place++) {
        this.#positions[this.#positionCount++] = data.positions[place]!;
      }
    }
  }

  /** Ends the postings of a term; returns false if no document is left. */
  closeTerm(): boolean {
    if (this.#docStarts[this.#terms] === this.#count) return false;
    this.#docStarts[++this.#terms] = this.#count;
    return true;
  }

  finish(): Pick<TextData, 'docStarts' | 'docs' | 'frequencies' | 'positionStarts' | 'positions'> {
    return {
      docStarts: this.#docStarts.slice(0, this.#terms + 1),
      docs: this.#docs.slice(0, this.#count),
      frequencies: this.#frequencies.slice(0, this.#count),
      positionStarts: this.#positionStarts.slice(0, this.#count),
      positions: this.#positions.slice(0, this.#positionCount),
    };
  }
}

function hasData(input: TextInput): input is FullInput {
  return input.data !== undefined;
}
