import type { RowResult } from './apply.ts';
import { argumentProblem } from './problems.ts';

/** Maximum length of a text that a function creates. */
const most_bytes = 1_048_576;

/** Returns what `make` returns, or the problem if the result would be longer than a function may create. */
export function bounded(name: string, length: number, make: () => RowResult): RowResult {
  if (length <= most_bytes) return make();
  return argumentProblem(
    `Creating ${name} requests more than [${most_bytes}] bytes, but the result would have [${length}]`,
  );
}
