import type { Page } from '../block.ts';
import { gatherPage, slicePage } from '../blocks/gather.ts';
import { pageBytes } from '../blocks/page-bytes.ts';
import type { ColumnType } from '../column-type.ts';
import { isColumnType } from '../aggregates/definition.ts';
import { evaluateAll } from '../functions/evaluate.ts';
import type { SortNode } from '../plan.ts';
import type { Bound } from '../sorting/bound.ts';
import { boundOf, rowsWithin } from '../sorting/bound.ts';
import { keyOrder } from '../sorting/sort-column.ts';
import type { SortedRun, SortLayout } from '../sorting/sorted-run.ts';
import { mergeRuns, sortPagesOf, withoutKeys } from '../sorting/sorted-run.ts';
import type { Pages, Run } from './run.ts';

/** Maximum number of rows that are sorted in one step; fewer if steps take long. */
const runRows = 2048;
const minRunRows = 512;

/** Number of rows that a merge returns in one step. */
const mergeRows = 1024;

/**
 * The first rows of the input in order. Rows are sorted in runs. If few rows are needed, one run is kept and rows after
 * its last one are dropped at once; if many are needed, the runs are merged at the end.
 */
export function* sortPages(node: SortNode, input: Pages, run: Run): Pages {
  if (node.most <= 0) return;
  const sorter = new Sorter(node, run);
  for (const page of input) {
    for (const part of page === undefined ? [] : partsOf(page, rowsOfRun(run))) {
      yield* sorter.add(part);
      if (sorter.overflows) yield* sorter.compact();
      yield;
    }
    if (page === undefined) yield;
  }
  yield* sorter.finish();
}

/** Returns the number of rows that are sorted in one step. */
function rowsOfRun({ pageRows }: Run): number {
  return Math.min(runRows, Math.max(minRunRows, pageRows));
}

/** Yields the rows of a page in parts that are sorted in one step each. */
function* partsOf(page: Page, most: number): Generator<Page, void> {
  for (let from = 0; from < page.rows; from += most) {
    const to = Math.min(page.rows, from + most);
    yield from === 0 && to === page.rows ? page : slicePage(page, from, to);
  }
}

class Sorter {
  readonly #node: SortNode;
  readonly #run: Run;
  readonly #layout: SortLayout;
  #waiting: Page[] = [];
  #waitingRows = 0;
  #runs: SortedRun[] = [];
  #rows = 0;
  #bound: Bound | undefined;
  #reserved = 0;

  constructor(node: SortNode, run: Run) {
    this.#node = node;
    this.#run = run;
    const keyTypes = node.keys.map(({ value }): ColumnType => {
      return isColumnType(value.type) ? value.type : 'null';
    });
    this.#layout = {
      types: [...node.input.output.map(({ type }) => type), ...keyTypes],
      orders: node.keys.map(keyOrder),
    };
  }

  /** True if many more rows are kept than are needed. */
  get overflows(): boolean {
    return this.#rows > 2 * this.#node.most + 16 * runRows;
  }

  /** Adds the rows of a page in steps. */
  *add(page: Page): Generator<undefined, void> {
    const { evaluation } = this.#run;
    const values = this.#node.keys.map(({ value }) => value);
    const keys = yield* evaluateAll(values, page, evaluation);
    const extended = { rows: page.rows, blocks: [...page.blocks, ...keys] };
    const needed = yield* this.#within(extended);
    if (needed.rows === 0) return;
    this.#account(pageBytes(needed));
    this.#waiting.push(needed);
    this.#waitingRows += needed.rows;
    const { most } = this.#node;
    const isFirst = this.#bound === undefined && this.#waitingRows >= most;
    // A small sort keeps rows that are sorted again with each run, so that fewer runs take less time.
    const enough = most <= runRows ? runRows : rowsOfRun(this.#run);
    if (this.#waitingRows >= enough || isFirst) yield* this.#endRun();
  }

  /** Merges the runs into one; its last row becomes the bound. */
  *compact(): Pages {
    const merged: Page[] = [];
    for (const page of this.#merge()) {
      if (page !== undefined) merged.push(page);
      yield;
    }
    this.#account(-this.#reserved + merged.reduce((sum, page) => sum + pageBytes(page), 0));
    this.#runs = [merged];
    this.#rows = merged.reduce((sum, { rows }) => sum + rows, 0);
    this.#limitBy(merged);
  }

  *finish(): Pages {
    if (this.#waitingRows > 0) yield* this.#endRun();
    yield;
    for (const page of this.#merge()) {
      yield page === undefined ? undefined : withoutKeys(page, this.#layout);
    }
    this.#account(-this.#reserved);
  }

  #merge(): Pages {
    const step = () => Math.min(mergeRows, this.#run.pageRows);
    return mergeRuns(this.#runs, this.#layout, { most: this.#node.most, step });
  }

  /** Removes the rows after the last one that is needed. */
  *#within(page: Page): Generator<undefined, Page> {
    const [order] = this.#layout.orders;
    const key = page.blocks[this.#keyAt];
    if (this.#bound === undefined || order === undefined || key === undefined) return page;
    const chosen = rowsWithin(key, this.#bound, order);
    return chosen.length === page.rows ? page : yield* gatherPage(page, chosen);
  }

  get #keyAt(): number {
    return this.#layout.types.length - this.#layout.orders.length;
  }

  *#endRun(): Generator<undefined, void> {
    const { most } = this.#node;
    const isSmall = most <= runRows;
    const kept = isSmall ? this.#runs.flat() : [];
    const sorted = yield* sortPagesOf([...kept, ...this.#waiting], this.#layout, most);
    this.#waiting = [];
    this.#waitingRows = 0;
    if (!isSmall) {
      this.#runs.push([sorted]);
      this.#rows += sorted.rows;
      return;
    }
    this.#runs = [[sorted]];
    this.#rows = sorted.rows;
    this.#account(pageBytes(sorted) - this.#reserved);
    this.#limitBy([sorted]);
  }

  #limitBy(sorted: SortedRun): void {
    const last = sorted.at(-1);
    if (this.#rows < this.#node.most || last === undefined) return;
    this.#bound = boundOf(last, this.#keyAt, this.#layout.orders);
  }

  #account(bytes: number): void {
    this.#run.reserve(bytes);
    this.#reserved += bytes;
  }
}
