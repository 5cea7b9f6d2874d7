import type { Cell, Cells, Page } from '../page.ts';
import { partsOfPage } from '../page.ts';
import { cellsBytes } from '../page-bytes.ts';
import { evaluateAll } from '../functions/evaluate.ts';
import type { SortKey, SortNode } from '../plan.ts';
import type { NodeContext, Pages, Run } from './run.ts';
import { edgeOf, rowComparer } from './sort-order.ts';

/** Number of cells and keys that are copied or compared in one step, and maximum number of rows. */
const cellsInStep = 2 ** 13;
const rowsInStep = 1024;

/** A row with the values of its keys. */
interface SortedRow {
  readonly keys: Cells;
  readonly cells: Cells;
  readonly bytes: number;
}

/** Rows in order. */
type SortedRows = readonly SortedRow[];

/**
 * The rows of the input in order, of which the parent reads the first ones. Some rows are sorted in each step; two runs
 * of sorted rows are merged as soon as the second is as long as the first. Rows that the parent does not read are
 * dropped at once.
 */
export function* sortPages(node: SortNode, input: Pages, { run, most }: NodeContext): Pages {
  if (most <= 0) return;
  const sorter = new Sorter(node, { run, most });
  for (const page of input) {
    for (const part of page === undefined ? [] : partsOfPage(page, sorter.step)) {
      yield* sorter.add(part);
      yield;
    }
    if (page === undefined) yield;
  }
  yield* sorter.finish();
}

class Sorter {
  readonly #keys: readonly SortKey[];
  readonly #compare: (a: Cells, b: Cells) => number;
  readonly #most: number;
  readonly #run: Run;
  readonly #columns: number;
  /** Runs of sorted rows, each longer than the next. */
  readonly #runs: SortedRows[] = [];
  /** Number of rows of a step. */
  readonly step: number;

  constructor({ keys, input }: SortNode, { run, most }: Pick<NodeContext, 'run' | 'most'>) {
    this.#keys = keys;
    this.#compare = rowComparer(keys);
    this.#most = most;
    this.#run = run;
    this.#columns = input.output.length;
    const width = 1 + keys.length + this.#columns;
    this.step = Math.min(rowsInStep, Math.ceil(cellsInStep / width));
  }

  /** Adds the rows of a page in steps. */
  *add(page: Page): Generator<undefined, void> {
    const values = this.#keys.map(({ value }) => value);
    const columns = yield* evaluateAll(values, page, this.#run.evaluation);
    const keys = Array.from({ length: page.rows }, (_, row) =>
      columns.map((column, nth) => edgeOf(column[row], this.#keys[nth])),
    );
    const rows = [...keys.entries()]
      .filter(([, own]) => this.#isNeeded(own))
      .sort(([, a], [, b]) => this.#compare(a, b))
      .slice(0, this.#most)
      .map(([row, own]): SortedRow => {
        const cells = page.columns.map((column) => column[row] ?? null);
        return { keys: own, cells, bytes: cellsBytes(own) + cellsBytes(cells) };
      });
    this.#run.reserve(rows.reduce((sum, { bytes }) => sum + bytes, 0));
    this.#runs.push(rows);
    while ((this.#runs.at(-2)?.length ?? Infinity) <= (this.#runs.at(-1)?.length ?? 0)) {
      yield* this.#mergeLast();
    }
  }

  *finish(): Pages {
    while (this.#runs.length > 1) yield* this.#mergeLast();
    const rows = this.#runs[0] ?? [];
    for (let from = 0; from < rows.length; from += this.step) {
      const part = rows.slice(from, from + this.step);
      const columns = Array.from({ length: this.#columns }, (_, at) =>
        part.map(({ cells }): Cell => cells[at] ?? null),
      );
      yield { rows: part.length, columns };
    }
    this.#run.reserve(-rows.reduce((sum, { bytes }) => sum + bytes, 0));
  }

  *#mergeLast(): Generator<undefined, void> {
    const second = this.#runs.pop() ?? [];
    const first = this.#runs.pop() ?? [];
    const merged: SortedRow[] = [];
    for (let a = 0, b = 0; merged.length < first.length + second.length;) {
      const left = first[a];
      const right = second[b];
      const isLeft =
        right === undefined || (left !== undefined && this.#compare(left.keys, right.keys) <= 0);
      const next = isLeft ? first[a++] : second[b++];
      if (next !== undefined) merged.push(next);
      if (merged.length % this.step === 0) yield;
    }
    this.#runs.push(this.#needed(merged));
  }

  /** Returns whether a further row with these keys may be among the first ones. */
  #isNeeded(keys: Cells): boolean {
    const last = this.#runs[0]?.[this.#most - 1];
    return last === undefined || this.#compare(keys, last.keys) < 0;
  }

  /** Drops the rows that are not needed. */
  #needed(rows: SortedRows): SortedRows {
    if (rows.length <= this.#most) return rows;
    const dropped = rows.slice(this.#most);
    this.#run.reserve(-dropped.reduce((sum, { bytes }) => sum + bytes, 0));
    return rows.slice(0, this.#most);
  }
}
