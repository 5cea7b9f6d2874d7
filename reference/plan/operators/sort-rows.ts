import type { Work } from '../../base/work.ts';
import { compareKeys } from '../../search/sort/bound-key.ts';
import { rowBytes } from '../cell-bytes.ts';
import type { Cell, Scalar } from '../cells.ts';
import { valuesOf } from '../cells.ts';
import { evaluate } from '../expression.ts';
import type { SortKey, SortStep } from '../plan.ts';
import type { Row } from '../row.ts';
import type { Rows, Run } from './run.ts';
import { isPauseAt, takes } from './run.ts';

/** A row with the values of its keys. */
interface SortedRow {
  readonly keys: readonly (Scalar | null)[];
  readonly row: Row;
  readonly bytes: number;
}

/** Estimated memory of a row that is kept, besides its keys and cells: it can load others. */
const kept_bytes = 160;

/** Number of rows beyond twice those that are needed that are kept before they are sorted and cut. */
const slack = 1024;

/** The rows of the input in order, of which the next steps read at most `most`; the others are dropped early. */
export function* sortRows(
  { keys }: SortStep,
  input: Rows,
  { run, most }: { readonly run: Run; readonly most: number },
): Rows {
  const compare = (a: SortedRow, b: SortedRow): number => {
    for (const [nth, key] of keys.entries()) {
      const order = compareKeys(a.keys[nth] ?? null, b.keys[nth] ?? null, key);
      if (order !== 0) return order;
    }
    return 0;
  };
  let kept: readonly SortedRow[] = [];
  let added: SortedRow[] = [];
  const cut = function* inSteps(): Work<void> {
    const sorted = yield* sortInSteps([...kept, ...added], compare);
    kept = sorted.slice(0, most);
    added = [];
    for (const { bytes } of sorted.slice(kept.length)) run.budget.reserve(-bytes);
  };
  let rows = 0;
  for (const row of input) {
    if (row === undefined || isPauseAt(rows++)) yield;
    if (!takes(row, run)) continue;
    const own: (Scalar | null)[] = [];
    for (const key of keys) own.push(edgeOf(yield* evaluate(key.value, row, run.evaluation), key));
    const bytes = kept_bytes + rowBytes(own) + rowBytes(row.cells);
    const sorted = { keys: own, row, bytes };
    const last = kept[most - 1];
    if (last !== undefined && compare(last, sorted) <= 0) continue;
    run.budget.reserve(bytes);
    added.push(sorted);
    if (added.length > most + slack) yield* cut();
  }
  yield* cut();
  for (const { row, bytes } of kept) {
    yield row;
    run.budget.reserve(-bytes);
  }
}

/** Returns the value of a row that determines its position: the least in ascending order, else the greatest. */
function edgeOf(cell: Cell, key: SortKey): Scalar | null {
  const [first = null, ...others] = valuesOf(cell);
  return others.reduce((edge, value) => (compareKeys(value, edge, key) < 0 ? value : edge), first);
}

/** Number of rows that are sorted or merged in one step. */
const rowsInStep = 32;

/** Sorts rows in steps; equal ones keep their order. */
function* sortInSteps(
  rows: readonly SortedRow[],
  compare: (a: SortedRow, b: SortedRow) => number,
): Work<readonly SortedRow[]> {
  if (rows.length <= rowsInStep) return rows.toSorted(compare);
  const middle = rows.length >>> 1;
  const left = yield* sortInSteps(rows.slice(0, middle), compare);
  const right = yield* sortInSteps(rows.slice(middle), compare);
  const merged: SortedRow[] = [];
  for (let a = 0, b = 0; merged.length < rows.length;) {
    const [first, second] = [left[a], right[b]];
    const isFirst = second === undefined || (first !== undefined && compare(first, second) <= 0);
    const next = isFirst ? left[a++] : right[b++];
    if (next !== undefined) merged.push(next);
    if (merged.length % rowsInStep === 0) yield;
  }
  return merged;
}
