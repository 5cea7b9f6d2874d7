import { at } from '../../base/assert.ts';
import type { Block, Page } from '../block.ts';
import { countAt, nullBlock } from '../block.ts';
import { bigintValues } from '../blocks/block-builder.ts';
import { maxValues } from '../blocks/block-too-large.ts';
import { gatherRows, gatherValues } from '../blocks/gather.ts';
import { pageBytes } from '../blocks/page-bytes.ts';
import { repeatedValues } from '../blocks/repeated-values.ts';
import type { ExpandNode } from '../plan.ts';
import type { NodeContext, Pages, Run } from './run.ts';
import type { UsedColumns } from './used-columns.ts';

/**
 * One row for each value of a column, the other columns repeated; a null remains one row. Rows are created on demand,
 * so that the product of several expanded columns is never in memory as a whole. Columns that nobody reads are null.
 */
export function* expandPages({ at }: ExpandNode, input: Pages, { run, used }: NodeContext): Pages {
  for (const page of input) {
    const block = page?.blocks[at];
    if (page === undefined || block === undefined || isSingle(block)) {
      yield page;
      continue;
    }
    let place: Place | undefined = { row: 0, nth: 0 };
    while (place !== undefined) {
      if (run.stopped) return;
      const expansion: Expansion = { page, at, block, used, run };
      const { made, next } = expandSome(expansion, place, run.pageRows);
      const bytes = pageBytes(made);
      run.reserve(bytes);
      yield made;
      run.reserve(-bytes);
      place = next;
    }
  }
}

function isSingle(block: Block): boolean {
  return block.kind === 'constant' ? block.values.length < 2 : block.starts === undefined;
}

/** The position of a value within a row. */
interface Place {
  readonly row: number;
  readonly nth: number;
}

interface Expansion {
  readonly page: Page;
  readonly at: number;
  readonly block: Block;
  readonly used: UsedColumns | undefined;
  readonly run: Run;
}

/** Creates rows from a position on, up to a maximum; returns them and the next position. */
function expandSome(
  { page, at, block, used, run }: Expansion,
  { row: firstRow, nth: firstNth }: Place,
  most: number,
): { readonly made: Page; readonly next: Place | undefined } {
  const rows = new Uint32Array(most);
  const places = new Uint32Array(most);
  let count = 0;
  let row = firstRow;
  let nth = firstNth;
  let repeated = 0;
  const isRead = (column: number): boolean => used === undefined || used.has(column);
  const others = page.blocks.filter((_, column) => column !== at && isRead(column));
  while (count < most && row < page.rows) {
    repeated += repeatedValues(others, row);
    if (repeated > maxValues && count > 0) break;
    const values = countAt(block, row);
    rows[count] = row;
    places[count++] = values === 0 ? none : nth;
    if (nth + 1 < values) nth++;
    else {
      row++;
      nth = 0;
    }
  }
  const chosen = rows.subarray(0, count);
  run.countRows(repeated);
  const blocks = page.blocks.map((other, column) => {
    if (!isRead(column)) return nullBlock(count);
    return column === at ? takeValues(block, chosen, places) : gatherRows(other, chosen);
  });
  return { made: { rows: count, blocks }, next: row < page.rows ? { row, nth } : undefined };
}

const none = 0xffffffff;

function takeValues(block: Block, rows: Uint32Array, nths: Uint32Array): Block {
  if (block.kind === 'constant') {
    const numbers = Uint32Array.from(rows, (_, index) => at(nths, index));
    return gatherValues(constantValues(block.values), numbers, undefined);
  }
  const places = new Uint32Array(rows.length);
  const starts = new Uint32Array(rows.length + 1);
  let count = 0;
  for (let index = 0; index < rows.length; index++) {
    const nth = at(nths, index);
    const row = at(rows, index);
    const start = block.starts === undefined ? row : at(block.starts, row);
    if (nth !== none) places[count++] = start + nth;
    starts[index + 1] = count;
  }
  return gatherValues(block, places.subarray(0, count), count === rows.length ? undefined : starts);
}

function constantValues(
  values: readonly (number | bigint | string)[],
): Exclude<Block, { readonly kind: 'constant' }> {
  const base = { rows: values.length, starts: undefined };
  if (values.some((value) => typeof value === 'string')) {
    return { kind: 'string', ...base, values: values.map(String) };
  }
  return values.some((value) => typeof value === 'bigint')
    ? { kind: 'numeric', ...base, values: bigintValues(values) }
    : { kind: 'numeric', ...base, values: Float64Array.from(values, Number) };
}
