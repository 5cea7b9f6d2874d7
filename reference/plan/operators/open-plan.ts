import { rowBytes } from '../cell-bytes.ts';
import type { Cell } from '../cells.ts';
import { isList, valuesOf } from '../cells.ts';
import type { Expression } from '../expression.ts';
import { evaluate } from '../expression.ts';
import type { PlanStep, SlotValue } from '../plan.ts';
import { sourceRows } from '../source/read-documents.ts';
import type { Around } from './aggregate-rows.ts';
import { aggregateRows } from './aggregate-rows.ts';
import { Row } from '../row.ts';
import type { Rows, Run } from './run.ts';
import { takes } from './run.ts';
import { sortRows } from './sort-rows.ts';

/** Returns the rows of a plan, computed one by one. The rows that each step takes count against the budget. */
export function openPlan(steps: readonly PlanStep[], run: Run): Rows {
  return steps.reduce<Rows>((rows, step, nth) => {
    return rowsOf(step, rows, { run, before: steps.slice(0, nth) });
  }, []);
}

function rowsOf(step: PlanStep, input: Rows, context: Around): Rows {
  const { run } = context;
  switch (step.kind) {
    case 'source':
      return sourceRows(step.loads, run);
    case 'row':
      return [new Row()];
    case 'filter':
      return filterRows(step.condition, input, run);
    case 'extend':
      return extendRows(step.values, input, run);
    case 'aggregate':
      return aggregateRows(step, input, context);
    case 'sort':
      return sortRows(step, input, run);
    case 'limit':
      return limitRows(step.count, input, run);
    case 'expand':
      return expandRows(step, input, run);
    default:
      return step satisfies never;
  }
}

/** Rows for which the condition is true; not false, null or several values. */
function* filterRows(condition: Expression, input: Rows, run: Run): Rows {
  for (const row of input) {
    const isKept = takes(row, run) && (yield* evaluate(condition, row, run.evaluation)) === 1;
    yield isKept ? row : undefined;
  }
}

/** Computes the values that are used. */
function* extendRows(values: readonly SlotValue[], input: Rows, run: Run): Rows {
  const needed = values.filter(({ at }) => run.used.has(at));
  for (const row of input) {
    if (!takes(row, run)) {
      yield;
      continue;
    }
    const made: Cell[] = [];
    for (const { at, value } of needed) {
      const cell = yield* evaluate(value, row, run.evaluation);
      row.cells[at] = cell;
      if (value.kind === 'call') made.push(cell);
    }
    const bytes = rowBytes(made);
    run.budget.reserve(bytes);
    yield row;
    run.budget.reserve(-bytes);
  }
}

/** Returns the first rows and then closes the input. */
function* limitRows(count: number, input: Rows, run: Run): Rows {
  let left = count;
  if (left <= 0) return;
  for (const row of input) {
    const isRow = takes(row, run);
    yield row;
    if (isRow && --left === 0) return;
  }
}

/**
 * One row for each value of a slot, with the other cells repeated; a null remains one row. Rows are created on demand,
 * so that the product of several expanded columns is never in memory as a whole.
 */
function* expandRows(
  { from, at }: Extract<PlanStep, { readonly kind: 'expand' }>,
  input: Rows,
  run: Run,
): Rows {
  for (const row of input) {
    if (!takes(row, run)) {
      yield;
      continue;
    }
    const cell = row.get(from);
    // The copies have what is not loaded yet, too: they cannot load it.
    for (const slot of run.used) row.get(slot);
    // What reads repeated lists takes as long as with copies, so that their values count as rows.
    const lists = row.cells.filter((other, slot) => slot !== at && isList(other));
    const values = lists.reduce<number>((sum, list) => sum + valuesOf(list).length, 0);
    for (const value of isList(cell) ? cell : [cell]) {
      if (isList(cell)) run.budget.countRows(values);
      const copy = new Row([...row.cells]);
      copy.cells[at] = value;
      yield copy;
      if (run.stopped) return;
    }
  }
}
