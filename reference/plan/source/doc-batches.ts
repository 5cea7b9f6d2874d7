import { at } from '../../base/assert.ts';
import type { Environment } from '../../base/environment.ts';
import { DocBatch } from './doc-batch.ts';
import type { SourcePart } from './open-source.ts';

/** Chooses documents at random: returns how many to skip before the next one. */
export type Gaps = () => number;

/** Returns gaps with which each document is chosen with the probability `share`, between 0 and 1. */
export function randomGaps(share: number, environment: Environment): Gaps {
  const [a = 1, b = 0, c = 0, d = 0] = environment.randomBytes(4);
  let state = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0 || 1;
  const scale = 1 / Math.log(1 - share);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(Math.log(((state >>> 0) + 1) / 2 ** 32) * scale);
  };
}

/** Iterates over the documents of one part; `next` returns a batch of limited size, undefined at the end. */
export class DocCursor {
  readonly #part: SourcePart;
  readonly #gaps: Gaps | undefined;
  #at = 0;

  constructor(part: SourcePart, gaps: Gaps | undefined) {
    this.#part = part;
    this.#gaps = gaps;
    if (gaps !== undefined) this.#at = this.#skip(0, gaps());
  }

  next(most: number): DocBatch | undefined {
    const { docs, view } = this.#part;
    const { segment } = view;
    if (this.#gaps === undefined && docs === undefined) {
      const from = this.#at;
      const rows = Math.min(most, segment.size - from);
      this.#at += rows;
      return rows === 0 ? undefined : new DocBatch(segment, from, rows);
    }
    const chosen = new Uint32Array(most);
    let rows = 0;
    for (let doc = this.#first(); doc !== -1 && rows < most; doc = this.#first()) {
      chosen[rows++] = doc;
      this.#at = this.#gaps === undefined ? doc + 1 : this.#skip(doc + 1, this.#gaps());
    }
    if (rows === 0) return undefined;
    const first = at(chosen, 0);
    const isRun = at(chosen, rows - 1) - first === rows - 1;
    return new DocBatch(segment, first, isRun ? rows : chosen.subarray(0, rows));
  }

  /** Returns the first document at or after the cursor, or -1. */
  #first(): number {
    const { docs, view } = this.#part;
    if (this.#at >= view.segment.size) return -1;
    return docs === undefined ? this.#at : docs.next(this.#at);
  }

  /** Returns the position after skipping a number of documents. */
  #skip(from: number, gap: number): number {
    const { docs, view } = this.#part;
    if (docs === undefined) return from + gap;
    let at = from;
    for (let left = gap; left > 0; left--) {
      const doc = at < view.segment.size ? docs.next(at) : -1;
      if (doc === -1) return view.segment.size;
      at = doc + 1;
    }
    return at;
  }
}
