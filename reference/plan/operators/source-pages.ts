import { at } from '../../base/assert.ts';
import type { Cells } from '../page.ts';
import { unread, valuesOf } from '../page.ts';
import type { SourceNode } from '../plan.ts';
import { DocBatch } from '../source/doc-batch.ts';
import { openDocs } from '../source/open-docs.ts';
import { openLoads } from '../source/open-load.ts';
import type { NodeContext, Pages } from './run.ts';

/** Number of documents whose bodies are parsed in one step. */
const sourceRows = 256;

/**
 * The documents of a source, segment by segment, in the order in which they were added; only the columns that are read
 * are loaded.
 *
 * Clauses: query.documents-found-scan, query.values-loaded-one-field, query.values-loaded-several-fields,
 * query.values-loaded-grows-with-fields.
 */
export function* sourcePages(node: SourceNode, context: NodeContext): Pages {
  const { run, used } = context;
  if (run.source === undefined) return;
  let left = context.most;
  const places = [...node.loads.keys()].filter((place) => used?.has(place) !== false);
  const nthOf = new Map(places.map((place, nth) => [place, nth]));
  const loads = places.map((place) => at(node.loads, place));
  for (const part of run.source.parts) {
    const loaders = openLoads(loads, part);
    const bound = loaders.some(({ readsSource }) => readsSource) ? sourceRows : Infinity;
    const next = openDocs(part);
    for (;;) {
      if (run.stopped || left === 0) return;
      const docs = next(Math.min(run.pageRows, bound, left));
      if (docs.length === 0) break;
      left -= docs.length;
      run.documents_found += docs.length;
      const batch = new DocBatch(part.view.segment, docs);
      const loaded = loaders.map(({ load }) => load(batch));
      run.values_loaded += loaders.reduce(
        (sum, { counts }, nth) => (counts ? sum + valueCount(at(loaded, nth)) : sum),
        0,
      );
      const columns = node.loads.map((_, place) => loaded[nthOf.get(place) ?? -1] ?? unread);
      yield { rows: docs.length, columns };
    }
    yield;
  }
}

function valueCount(cells: Cells): number {
  return cells.reduce<number>((sum, cell) => sum + valuesOf(cell).length, 0);
}
