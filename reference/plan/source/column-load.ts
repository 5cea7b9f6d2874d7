import type { Column, OrdinalColumn, TermDictionary } from '../../store/segment.ts';
import type { Block, Terms } from '../block.ts';
import { gatherRows, sliceRows } from '../blocks/gather.ts';
import type { DocBatch } from './doc-batch.ts';

/** Returns a column's values for the documents of a batch. */
export function loadColumn(column: Column, batch: DocBatch): Block {
  const whole = wholeBlock(column);
  const block =
    batch.docs === undefined
      ? sliceRows(whole, batch.from, batch.from + batch.rows)
      : gatherRows(whole, batch.docs);
  return withoutStarts(block);
}

const blocks = new WeakMap<Column, Block>();

/** Returns the values of all documents of a segment as a block, created once for each column. */
function wholeBlock(column: Column): Block {
  const known = blocks.get(column);
  if (known !== undefined) return known;
  const rows = column.starts.length - 1;
  const dense = column.kind === 'numeric' ? column.dense : isDense(column.starts);
  const starts = dense ? undefined : column.starts;
  const block: Block =
    column.kind === 'numeric'
      ? { kind: 'numeric', rows, starts, values: column.values }
      : { kind: 'ordinal', rows, starts, ordinals: column.ordinals, terms: termsOf(column) };
  blocks.set(column, block);
  return block;
}

/** Removes the starts of a block in which each row has exactly one value. */
function withoutStarts(block: Block): Block {
  if (block.kind === 'constant' || block.starts === undefined) return block;
  if (block.starts[block.rows] === 0) return { kind: 'constant', rows: block.rows, values: [] };
  return isDense(block.starts) ? { ...block, starts: undefined } : block;
}

function isDense(starts: Uint32Array): boolean {
  for (let at = 0; at < starts.length; at++) if (starts[at] !== at) return false;
  return true;
}

/** Maximum size of a dictionary whose strings are cached. */
const maxCachedTerms = 65_536;

function termsOf({ terms }: OrdinalColumn): Terms {
  return terms.size > maxCachedTerms ? terms : cached(terms);
}

function cached(terms: TermDictionary): Terms {
  const known: (string | undefined)[] = Array.from({ length: terms.size }, () => undefined);
  return {
    size: terms.size,
    at: (ordinal) => (known[ordinal] ??= terms.at(ordinal)),
    find: terms.find,
  };
}
