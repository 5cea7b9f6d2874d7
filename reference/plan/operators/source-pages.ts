import { at } from '../../base/assert.ts';
import type { Block } from '../block.ts';
import type { SourceNode } from '../plan.ts';
import { DocCursor, randomGaps } from '../source/doc-batches.ts';
import { openLoads } from '../source/open-load.ts';
import type { NodeContext, Pages } from './run.ts';

/** Number of documents whose bodies are parsed in one step. */
const sourceRows = 256;

/**
 * The documents of a source, segment by segment, in the order in which they were added.
 *
 * Clauses: query.documents-found-scan, query.values-loaded-one-field, query.values-loaded-several-fields,
 * query.values-loaded-grows-with-fields.
 */
export function* sourcePages(node: SourceNode, context: NodeContext): Pages {
  const { run, share } = context;
  if (run.source === undefined) return;
  let left = context.most;
  const gaps = share === undefined ? undefined : randomGaps(share, run.environment);
  for (const part of run.source.parts) {
    const loaders = openLoads(node.loads, part, run.source.now_ms);
    const bound = loaders.some(({ readsSource }) => readsSource) ? sourceRows : Infinity;
    const cursor = new DocCursor(part, gaps);
    for (;;) {
      if (run.stopped || left === 0) return;
      const batch = cursor.next(Math.min(run.pageRows, bound, left));
      if (batch === undefined) break;
      left -= batch.rows;
      run.documents_found += batch.rows;
      const blocks = loaders.map(({ load, counts }) => {
        const block = load(batch);
        if (counts) run.values_loaded += valueCount(block);
        return block;
      });
      yield { rows: batch.rows, blocks };
    }
    yield;
  }
}

function valueCount(block: Block): number {
  if (block.kind === 'constant') return block.values.length * block.rows;
  return block.starts === undefined ? block.rows : at(block.starts, block.rows);
}
