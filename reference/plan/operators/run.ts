import type { Budget } from '../../base/budget.ts';
import { unlimited } from '../../base/budget.ts';
import type { Environment } from '../../base/environment.ts';
import type { Evaluation } from '../expression.ts';
import type { Row } from '../row.ts';
import type { OpenSource } from '../source/open-source.ts';

/** Work in steps: each returns a row, or undefined so that the run can yield to the event loop. */
export type Rows = Iterable<Row | undefined>;

/** How many rows, values or groups a step works on between two pauses of its own. */
const rowsBetweenPauses = 64;

/** Counts a row that a step takes against the budget; false if it is only a pause. */
export function takes(row: Row | undefined, { budget }: Run): row is Row {
  if (row !== undefined) budget.countRows(1);
  return row !== undefined;
}

/** True if a step pauses that has worked on so many rows, values or groups. */
export function isPauseAt(count: number): boolean {
  return count % rowsBetweenPauses === 0;
}

/** The state that the steps of one run share. */
export interface Run {
  readonly source: OpenSource | undefined;
  readonly evaluation: Evaluation;
  /** The slots from which the result is computed. */
  readonly used: ReadonlySet<number>;
  readonly budget: Budget;
  documents_found: number;
  values_loaded: number;
  /** True if sources and expansions must not return more rows. */
  stopped: boolean;
}

/** Returns the state at the start of a run. */
export function newRun(
  input: Pick<Run, 'source' | 'evaluation' | 'used'>,
  { budget = unlimited }: Environment,
): Run {
  return { ...input, budget, documents_found: 0, values_loaded: 0, stopped: false };
}
