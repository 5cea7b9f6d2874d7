import { at } from '../../base/assert.ts';
import type { Block, Page } from '../block.ts';
import { countAt } from '../block.ts';
import { bigintValues } from '../blocks/block-builder.ts';
import { gatherRows, gatherValues } from '../blocks/gather.ts';
import type { ExpandNode } from '../plan.ts';
import type { Pages, Run } from './run.ts';

/**
 * One row for each value of a column, the other columns repeated; a null remains one row. Rows are created on demand,
 * so that the product of several expanded columns is never in memory as a whole.
 */
export function* expandPages({ at }: ExpandNode, input: Pages, run: Run): Pages {
  for (const page of input) {
    const block = page?.blocks[at];
    if (page === undefined || block === undefined || isSingle(block)) {
      yield page;
      continue;
    }
    let place: Place | undefined = { row: 0, nth: 0 };
    while (place !== undefined) {
      if (run.stopped) return;
      const { made, next } = expandSome({ page, at, block }, place, run.pageRows);
      yield made;
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
}

/** Creates rows from a position on, up to a maximum; returns them and the next position. */
function expandSome(
  { page, at, block }: Expansion,
  { row: firstRow, nth: firstNth }: Place,
  most: number,
): { readonly made: Page; readonly next: Place | undefined } {
  const rows = new Uint32Array(most);
  const places = new Uint32Array(most);
  let count = 0;
  let row = firstRow;
  let nth = firstNth;
  while (count < most && row < page.rows) {
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
  const own = takeValues(block, chosen, places);
  const blocks = page.blocks.map((other, column) =>
    column === at ? own : gatherRows(other, chosen),
  );
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
