import type { Texts } from './growable.ts';
import { textAt } from './growable.ts';
import type { Work } from '../base/work.ts';
import { stepSize } from './merge/merge-work.ts';

/** The ids of a segment, with a hash table from ids to documents. */
export interface IdTable {
  readonly texts: Texts;
  readonly hashes: Uint32Array;
  readonly at: (doc: number) => string;
  /** Returns the last document with this id; `hash` is its `hashId`. */
  readonly find: (id: string, hash: number) => number | undefined;
  readonly bytes: number;
}

/** Returns the hash of an id (32 bits). */
export function hashId(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

function markOf(hash: number): number {
  return (hash >>> 24) | 1;
}

/** Creates the table from all ids and their hashes, in steps. */
export function* createIdTable(texts: Texts, hashes: Uint32Array): Work<IdTable> {
  const size = hashes.length;
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(2, size * 2)));
  // Entries are document numbers plus one; zero marks a free slot.
  const slots = new Uint32Array(capacity);
  // A byte of the hash of each entry, not 0: most searches end here, and these bytes stay in the processor's cache.
  const marks = new Uint8Array(capacity);
  for (let doc = 0; doc < size; doc++) {
    if (doc % stepSize === stepSize - 1) yield;
    let slot = hashes[doc]! & (capacity - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (capacity - 1);
    slots[slot] = doc + 1;
    marks[slot] = markOf(hashes[doc]!);
  }
  return {
    texts,
    hashes,
    at: (doc) => textAt(texts, doc),
    bytes:
      texts.bytes.length +
      texts.starts.byteLength +
      hashes.byteLength +
      slots.byteLength +
      marks.length,
    find(id, hash) {
      let found: number | undefined;
      const mark = markOf(hash);
      for (
        let slot = hash & (capacity - 1);
        marks[slot] !== 0;
        slot = (slot + 1) & (capacity - 1)
      ) {
        if (marks[slot] !== mark) continue;
        const doc = slots[slot]! - 1;
        // Equal ids are visited in the order of insertion, so the last match is the newest.
        if (hashes[doc] === hash && textAt(texts, doc) === id) found = doc;
      }
      return found;
    },
  };
}
