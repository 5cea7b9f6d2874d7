import { Mismatch } from '../../base/errors.ts';
import { scenarioState } from '../../client/scenario-state.ts';
import type { Row } from './table.ts';

/** Returns the rows of a table of dimensions that a run of a property has judged. */
export const triedIn = scenarioState((): Row[] => []);

/** The rows that failed, or the values of them that matter. */
const failed = new WeakMap<Mismatch, Partial<Row>>();

/** Resolves as a judgement does; notes for a failure which row it is about. The innermost note counts. */
export async function judging<Result>(
  row: Partial<Row>,
  judgement: Promise<Result>,
): Promise<Result> {
  return judgement.catch((error: unknown) => {
    throw error instanceof Mismatch ? noted(error, row) : error;
  });
}

/** Returns a failure, with the row that it is about unless one is noted already. */
export function noted(failure: Mismatch, row: Partial<Row>): Mismatch {
  if (!failed.has(failure)) failed.set(failure, row);
  return failure;
}

/** The values that a failure was noted for; undefined for a failure of no row. */
export function failedRowOf(failure: Mismatch): Partial<Row> | undefined {
  return failed.get(failure);
}
