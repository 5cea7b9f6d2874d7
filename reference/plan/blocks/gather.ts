import { mapInSteps } from '../../base/work.ts';
import type { NumericValues } from '../../store/segment.ts';
import type { Block, Page } from '../block.ts';
import { countAt } from '../block.ts';

/** Number of columns whose rows are copied in one step. */
const columnsInStep = 16;

/** Returns the rows with these numbers, in this order; a number may occur more than once. */
export function gatherRows(block: Block, rows: Uint32Array): Block {
  if (block.kind === 'constant') return { ...block, rows: rows.length };
  if (block.starts === undefined) return gatherValues(block, rows, undefined);
  const starts = new Uint32Array(rows.length + 1);
  for (let at = 0; at < rows.length; at++) {
    starts[at + 1] = starts[at]! + countAt(block, rows[at]!);
  }
  const places = new Uint32Array(starts[rows.length]!);
  let next = 0;
  for (const row of rows) {
    const end = block.starts[row + 1]!;
    for (let place = block.starts[row]!; place < end; place++) places[next++] = place;
  }
  return gatherValues(block, places, starts);
}

/** Returns a block of the values at these positions; `starts` divides them into rows (undefined: one value each). */
export function gatherValues(
  block: Exclude<Block, { readonly kind: 'constant' }>,
  places: Uint32Array,
  starts: Uint32Array | undefined,
): Block {
  const rows = starts === undefined ? places.length : starts.length - 1;
  switch (block.kind) {
    case 'numeric':
      return { kind: 'numeric', rows, starts, values: gatherNumbers(block.values, places) };
    case 'ordinal': {
      const ordinals = gatherIntegers(block.ordinals, places);
      return { kind: 'ordinal', rows, starts, ordinals, terms: block.terms };
    }
    case 'string': {
      const values = Array.from(places, (place) => block.values[place]!);
      return { kind: 'string', rows, starts, values };
    }
    default:
      return block satisfies never;
  }
}

/** Returns rows `from` … `to` - 1; shares the memory of the values. */
export function sliceRows(block: Block, from: number, to: number): Block {
  if (from === 0 && to === block.rows) return block;
  if (block.kind === 'constant') return { ...block, rows: to - from };
  const { starts } = block;
  if (starts === undefined) return sliceValues(block, { from, to, starts });
  const first = starts[from]!;
  const own = starts.slice(from, to + 1);
  for (let at = 0; at < own.length; at++) own[at] = own[at]! - first;
  return sliceValues(block, { from: first, to: starts[to]!, starts: own });
}

interface ValueRange {
  readonly from: number;
  readonly to: number;
  readonly starts: Uint32Array | undefined;
}

function sliceValues(
  block: Exclude<Block, { readonly kind: 'constant' }>,
  { from, to, starts }: ValueRange,
): Block {
  const rows = starts === undefined ? to - from : starts.length - 1;
  switch (block.kind) {
    case 'numeric':
      return { kind: 'numeric', rows, starts, values: block.values.subarray(from, to) };
    case 'ordinal':
      return { ...block, rows, starts, ordinals: block.ordinals.subarray(from, to) };
    case 'string':
      return { kind: 'string', rows, starts, values: block.values.slice(from, to) };
    default:
      return block satisfies never;
  }
}

/** Returns the rows of a page with these numbers; copies some columns in each step. */
export function* gatherPage(page: Page, rows: Uint32Array): Generator<undefined, Page> {
  const blocks = yield* mapInSteps(page.blocks, columnsInStep, (block) => gatherRows(block, rows));
  return { rows: rows.length, blocks };
}

/** Returns rows `from` … `to` - 1 of a page. */
export function slicePage(page: Page, from: number, to: number): Page {
  if (from === 0 && to === page.rows) return page;
  return { rows: to - from, blocks: page.blocks.map((block) => sliceRows(block, from, to)) };
}

/** Returns the values at these positions. */
export function gatherNumbers(values: NumericValues, places: Uint32Array): NumericValues {
  if (values instanceof Float64Array) {
    const gathered = new Float64Array(places.length);
    for (let at = 0; at < places.length; at++) gathered[at] = values[places[at]!]!;
    return gathered;
  }
  const gathered =
    values instanceof BigInt64Array
      ? new BigInt64Array(places.length)
      : new BigUint64Array(places.length);
  for (let at = 0; at < places.length; at++) gathered[at] = values[places[at]!]!;
  return gathered;
}

/** Like `gatherNumbers`, for numbers of terms. */
export function gatherIntegers(values: Uint32Array, places: Uint32Array): Uint32Array {
  const gathered = new Uint32Array(places.length);
  for (let at = 0; at < places.length; at++) gathered[at] = values[places[at]!]!;
  return gathered;
}
