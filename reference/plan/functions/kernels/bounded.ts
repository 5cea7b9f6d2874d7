import { argumentProblem } from './problems.ts';
import type { RowResult } from './rows.ts';

/** Maximum length of a text that a function creates. */
const most_bytes = 1_048_576;

/** Returns what `make` returns, or the problem if the result would be longer than a function may create. */
export function bounded<Result>(
  name: string,
  length: number,
  make: () => Result,
): Result | RowResult {
  if (length > most_bytes) {
    return argumentProblem(
      `Creating ${name} requests more than [${most_bytes}] bytes, but the result would have [${length}]`,
    );
  }
  return make();
}
