import type { Texts } from '../growable.ts';
import type { DocumentMap } from './merge-work.ts';
import type { Work } from '../../base/work.ts';
import { dropped, stepSize } from './merge-work.ts';

/** Collects texts in memory of a given size. */
export interface TextsTarget {
  readonly append: (from: Texts, index: number) => void;
  readonly finish: () => Texts;
}

/** Creates a target. `room` is the maximum total size and number of texts. */
export function createTexts(room: { readonly bytes: number; readonly count: number }): TextsTarget {
  const bytes = Buffer.allocUnsafeSlow(Math.max(1, room.bytes));
  const starts = new Uint32Array(room.count + 1);
  let end = 0;
  let count = 0;
  return {
    append(from, index) {
      const start = from.starts[index]!;
      const next = from.starts[index + 1]!;
      end += from.bytes.copy(bytes, end, start, next);
      starts[++count] = end;
    },
    finish: () => ({
      bytes: end === bytes.length ? bytes : Buffer.from(bytes.subarray(0, end)),
      starts: starts.slice(0, count + 1),
    }),
  };
}

/** Concatenates the texts of documents, without dropped documents. */
export function* mergeTexts(
  inputs: readonly { readonly texts: Texts; readonly map: DocumentMap }[],
): Work<Texts> {
  const target = createTexts({
    bytes: inputs.reduce((sum, { texts }) => sum + texts.bytes.length, 0),
    count: inputs.reduce((sum, { map }) => sum + map.kept, 0),
  });
  for (const { texts, map } of inputs) {
    for (let old = 0; old < map.table.length; old++) {
      if (old % stepSize === 0) yield;
      if (map.table[old] !== dropped) target.append(texts, old);
    }
  }
  return target.finish();
}
