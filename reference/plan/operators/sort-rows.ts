import { at } from '../../base/assert.ts';
import type { Work } from '../../base/work.ts';
import { compareKeys } from '../../search/sort/bound-key.ts';
import { rowBytes } from '../cell-bytes.ts';
import type { Cell, Scalar } from '../cells.ts';
import { isList } from '../cells.ts';
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

/** The rows of the input in order. */
export function* sortRows({ keys }: SortStep, input: Rows, run: Run): Rows {
  const compare = (a: SortedRow, b: SortedRow): number => {
    let order = 0;
    for (let nth = 0; nth < keys.length && order === 0; nth++) {
      order = compareKeys(a.keys[nth] ?? null, b.keys[nth] ?? null, at(keys, nth));
    }
    return order;
  };
  const kept: SortedRow[] = [];
  let values = 0;
  for (const row of input) {
    if (row === undefined) yield;
    if (!takes(row, run)) continue;
    const own: (Scalar | null)[] = [];
    for (const key of keys) {
      own.push(edgeOf(yield* evaluate(key.value, row, run.evaluation), key));
      if (isPauseAt(++values)) yield;
    }
    const bytes = kept_bytes + rowBytes(own) + rowBytes(row.cells);
    run.budget.reserve(bytes);
    kept.push({ keys: own, row, bytes });
  }
  for (const { row, bytes } of yield* sortInSteps(kept, compare)) {
    yield row;
    run.budget.reserve(-bytes);
  }
}

/** Returns the value of a row that determines its position: the least in ascending order, else the greatest. */
function edgeOf(cell: Cell, key: SortKey): Scalar | null {
  if (!isList(cell)) return cell;
  return cell.reduce((edge, value) => (compareKeys(value, edge, key) < 0 ? value : edge));
}

/** Memory of the rows that are sorted in one step, and number of those that are merged in one. */
const step_bytes = 2 ** 14;
const mergedInStep = 32;

/** Sorts rows in steps; equal ones keep their order. */
function* sortInSteps(
  rows: readonly SortedRow[],
  compare: (a: SortedRow, b: SortedRow) => number,
): Work<readonly SortedRow[]> {
  const all_bytes = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  if (rows.length < 2 || all_bytes <= step_bytes) return rows.toSorted(compare);
  const middle = rows.length >>> 1;
  const left = yield* sortInSteps(rows.slice(0, middle), compare);
  const right = yield* sortInSteps(rows.slice(middle), compare);
  const merged: SortedRow[] = [];
  for (let a = 0, b = 0; merged.length < rows.length;) {
    const first = left[a];
    const second = right[b];
    const isFirst = second === undefined || (first !== undefined && compare(first, second) <= 0);
    const next = isFirst ? left[a++] : right[b++];
    if (next !== undefined) merged.push(next);
    if (merged.length % mergedInStep === 0) yield;
  }
  return merged;
}
