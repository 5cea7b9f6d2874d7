import type { Work } from '../base/work.ts';
import { stepSize } from './merge/merge-work.ts';

/** An array or typed array. */
interface List<Value> {
  readonly length: number;
  [at: number]: Value;
  slice(from: number, to: number): List<Value>;
  sort(compare?: (a: Value, b: Value) => number): unknown;
}

/** Number of values that are sorted at once: a few milliseconds if they are texts. */
const sortedAtOnce = 2048;

/** Sorts values in place and in steps, like their method `sort`; equal ones keep their order. */
export function* sortInSteps<Value extends number | bigint | string>(
  values: List<Value>,
  compare?: (a: Value, b: Value) => number,
): Work<void> {
  const { length } = values;
  if (length <= sortedAtOnce) {
    values.sort(compare);
    return;
  }
  for (let from = 0; from < length; from += sortedAtOnce) {
    const run = values.slice(from, Math.min(length, from + sortedAtOnce));
    run.sort(compare);
    for (let at = 0; at < run.length; at++) values[from + at] = run[at]!;
    yield;
  }
  for (let width = sortedAtOnce; width < length; width *= 2) {
    for (let from = 0; from + width < length; from += 2 * width) {
      const to = Math.min(length, from + 2 * width);
      yield* mergeRuns(values, { from, middle: from + width, to }, compare);
    }
  }
}

/** Merges two adjacent runs. */
function* mergeRuns<Value extends number | bigint | string>(
  values: List<Value>,
  { from, middle, to }: { readonly from: number; readonly middle: number; readonly to: number },
  compare: ((a: Value, b: Value) => number) | undefined,
): Work<void> {
  const isInOrder = (a: Value, b: Value): boolean =>
    compare === undefined ? a <= b : compare(a, b) <= 0;
  if (isInOrder(values[middle - 1]!, values[middle]!)) return;
  const left = values.slice(from, middle);
  let right = middle;
  // What is written is either in `left` or before `right`, so nothing is lost.
  for (let at = from, next = 0; next < left.length; at++) {
    if (at % stepSize === 0) yield;
    const takesLeft = right === to || isInOrder(left[next]!, values[right]!);
    values[at] = takesLeft ? left[next++]! : values[right++]!;
  }
}
