import { at } from '../../base/assert.ts';
import type { Bitset } from '../bitset.ts';
import { createIdTable } from '../id-table.ts';
import type { MemorySegment } from '../memory-segment.ts';
import { createSegment } from '../memory-segment.ts';
import { mergeFields } from './merge-fields.ts';
import { mergeTexts } from './merge-texts.ts';
import type { DocumentMap } from './merge-work.ts';
import type { Work } from '../../base/work.ts';
import { dropped, stepSize } from './merge-work.ts';

/** A segment to be merged, with the documents to keep of it (undefined: all). */
export interface MergeInput {
  readonly segment: MemorySegment;
  readonly keep: Bitset | undefined;
}

/** The result of a merge. */
export interface MergeResult {
  readonly segment: MemorySegment;
  /** The new numbers of the documents of each input. */
  readonly maps: readonly DocumentMap[];
}

/**
 * Merges segments into one in steps, in their order, without the documents that are not kept. Works on columns and
 * postings, without parsing sources again.
 */
export function* mergeSegments(inputs: readonly MergeInput[]): Work<MergeResult> {
  const maps: DocumentMap[] = [];
  let size = 0;
  for (const { segment, keep } of inputs) {
    yield;
    const map = createMap(segment.size, keep, size);
    size += map.kept;
    maps.push(map);
  }
  const parts = inputs.map(({ segment }, input) => ({ ...segment.parts, map: at(maps, input) }));
  const fields = yield* mergeFields(parts, size);
  const sources = yield* mergeTexts(parts.map(({ sources, map }) => ({ texts: sources, map })));
  const ids = yield* mergeTexts(parts.map((part) => ({ texts: part.ids.texts, map: part.map })));
  const hashes = new Uint32Array(size);
  const sequences = new Float64Array(size);
  const versions = new Float64Array(size);
  for (const part of parts) {
    for (let old = 0; old < part.map.table.length; old++) {
      if (old % stepSize === 0) yield;
      const doc = part.map.table[old]!;
      if (doc === dropped) continue;
      hashes[doc] = part.ids.hashes[old]!;
      sequences[doc] = part.sequences[old]!;
      versions[doc] = part.versions[old]!;
    }
  }
  yield;
  const table = yield* createIdTable(ids, hashes);
  return { segment: createSegment({ ids: table, sources, sequences, versions, fields }), maps };
}

function createMap(size: number, keep: Bitset | undefined, first: number): DocumentMap {
  const table = new Uint32Array(size);
  let next = first;
  for (let doc = 0; doc < size; doc++) {
    table[doc] = keep === undefined || keep.has(doc) ? next++ : dropped;
  }
  return { table, kept: next - first };
}
