import { at } from '../../base/assert.ts';
import type { Page } from '../block.ts';
import { gatherPages } from '../blocks/concat.ts';
import { gatherPage } from '../blocks/gather.ts';
import type { ColumnType } from '../column-type.ts';
import { ranksOf } from './ranks.ts';
import type { KeyOrder, SortColumn } from './sort-column.ts';
import { compareKeys, rowComparer, sortColumn } from './sort-column.ts';

/** The columns in the pages of a sort: those of its input, then those of its keys. */
export interface SortLayout {
  readonly types: readonly ColumnType[];
  readonly orders: readonly KeyOrder[];
}

/** Pages whose rows are in order, also from one page to the next. */
export type SortedRun = readonly Page[];

/** Number of keys whose values are compared in one step. */
const keysInStep = 16;

/** Returns the first `most` rows of pages, in order, as one page; some columns in each step. */
export function* sortPagesOf(
  pages: readonly Page[],
  layout: SortLayout,
  most: number,
): Generator<undefined, Page> {
  const page = yield* joinPages(pages, layout);
  const sorted = yield* sortedRows(page, layout);
  return yield* gatherPage(page, sorted.length > most ? sorted.slice(0, most) : sorted);
}

/** Returns the rows of a page in order. Rows that are equal by some keys are then sorted by the next ones. */
function* sortedRows(page: Page, layout: SortLayout): Generator<undefined, Uint32Array> {
  const rows = new Uint32Array(page.rows);
  for (let row = 0; row < rows.length; row++) rows[row] = row;
  const { length } = layout.orders;
  let tied: readonly Uint32Array[] = [rows];
  for (let from = 0; from < length && tied.length > 0; from += keysInStep) {
    if (from > 0) yield;
    const to = Math.min(length, from + keysInStep);
    const ranks = ranksIn(page, layout, { from, to });
    const compare = rowComparer(ranks);
    for (const part of tied) part.sort(compare);
    if (to < length) tied = tied.flatMap((part) => tiesIn(part, ranks));
  }
  return rows;
}

/** Returns the parts of sorted rows that have equal ranks. */
function tiesIn(rows: Uint32Array, keys: readonly Float64Array[]): readonly Uint32Array[] {
  const ties: Uint32Array[] = [];
  for (let from = 0, to = 1; to <= rows.length; to++) {
    const first = at(rows, from);
    const next = rows[to];
    if (next !== undefined && keys.every((ranks) => ranks[first] === ranks[next])) continue;
    if (to - from > 1) ties.push(rows.subarray(from, to));
    from = to;
  }
  return ties;
}

function* joinPages(pages: readonly Page[], { types }: SortLayout): Generator<undefined, Page> {
  const [only] = pages;
  if (only !== undefined && pages.length === 1) return only;
  const total = pages.reduce((sum, { rows }) => sum + rows, 0);
  const pageOf = new Uint32Array(total);
  const rows = new Uint32Array(total);
  let next = 0;
  for (const [at, page] of pages.entries()) {
    for (let row = 0; row < page.rows; row++) {
      pageOf[next] = at;
      rows[next++] = row;
    }
  }
  return yield* gatherPages({ pages, pageOf, rows }, types);
}

/** Returns the ranks of the rows of a page by the keys `from` … `to` - 1. */
function ranksIn(
  page: Page,
  { types, orders }: SortLayout,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Float64Array[] {
  const first = types.length - orders.length + from;
  return orders.slice(from, to).map((order, nth) => ranksOf(at(page.blocks, first + nth), order));
}

/** The position of a merge in one run. */
class RunCursor {
  readonly #run: SortedRun;
  readonly #layout: SortLayout;
  readonly rank: number;
  #at = 0;
  row = 0;
  #columns: (SortColumn | undefined)[] = [];

  constructor(run: SortedRun, rank: number, layout: SortLayout) {
    this.#run = run;
    this.#layout = layout;
    this.rank = rank;
  }

  get page(): Page {
    return at(this.#run, this.#at);
  }

  /** Returns the values of a key in the page. Most rows differ by the first keys: the others are not converted. */
  column(nth: number): SortColumn {
    const { types, orders } = this.#layout;
    return (this.#columns[nth] ??= sortColumn(
      at(this.page.blocks, types.length - orders.length + nth),
      at(orders, nth),
    ));
  }

  /** Moves to the next row; returns false at the end. */
  advance(): boolean {
    if (++this.row < this.page.rows) return true;
    this.#at++;
    this.row = 0;
    if (this.#at >= this.#run.length) return false;
    this.#columns = [];
    return true;
  }
}

/**
 * Merges runs page by page, at most `most` rows, yielding in between; equal rows keep the order of their runs.
 */
export function* mergeRuns(
  runs: readonly SortedRun[],
  layout: SortLayout,
  { most, step }: { readonly most: number; readonly step: () => number },
): Generator<Page | undefined, void> {
  const heap = new CursorHeap(layout.orders);
  for (const [rank, run] of runs.entries()) {
    if (run.length > 0) heap.push(new RunCursor(run, rank, layout));
    yield;
  }
  for (let left = most; left > 0;) {
    const room = Math.min(left, step());
    const pages: Page[] = [];
    const numberOf = new Map<Page, number>();
    const pageOf = new Uint32Array(room);
    const rows = new Uint32Array(room);
    let count = 0;
    for (let least = heap.least; count < room && least !== undefined; least = heap.least) {
      let number = numberOf.get(least.page);
      if (number === undefined) {
        number = pages.push(least.page) - 1;
        numberOf.set(least.page, number);
      }
      pageOf[count] = number;
      rows[count++] = least.row;
      if (least.advance()) heap.sink();
      else heap.pop();
    }
    if (count === 0) return;
    left -= count;
    const from = { pages, pageOf: pageOf.subarray(0, count), rows: rows.subarray(0, count) };
    yield yield* gatherPages(from, layout.types);
  }
}

/** A heap of cursors; the one with the first row is on top. */
class CursorHeap {
  readonly #cursors: RunCursor[] = [];
  readonly #orders: readonly KeyOrder[];

  constructor(orders: readonly KeyOrder[]) {
    this.#orders = orders;
  }

  get least(): RunCursor | undefined {
    return this.#cursors[0];
  }

  push(cursor: RunCursor): void {
    let place = this.#cursors.push(cursor) - 1;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      if (!this.#isBefore(place, parent)) return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  /** Removes the top cursor. */
  pop(): void {
    const last = this.#cursors.pop();
    if (last === undefined || this.#cursors.length === 0) return;
    this.#cursors[0] = last;
    this.sink();
  }

  /** Restores the heap after the top cursor has moved. */
  sink(): void {
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#cursors.length && this.#isBefore(child, least)) least = child;
      }
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const left = at(this.#cursors, a);
    const right = at(this.#cursors, b);
    for (const [nth, order] of this.#orders.entries()) {
      const first = left.column(nth).values[left.row];
      const second = right.column(nth).values[right.row];
      const difference = compareKeys(first, second, order);
      if (difference !== 0) return difference < 0;
    }
    return left.rank < right.rank;
  }

  #swap(a: number, b: number): void {
    const [left, right] = [at(this.#cursors, a), at(this.#cursors, b)];
    this.#cursors[a] = right;
    this.#cursors[b] = left;
  }
}

/** Returns a page with only the columns of the input of the sort. */
export function withoutKeys(page: Page, { types, orders }: SortLayout): Page {
  return { rows: page.rows, blocks: page.blocks.slice(0, types.length - orders.length) };
}
