import { DoubleList, identity, NumberList } from '../growable.ts';
import type { Work } from '../../base/work.ts';
import { stepSize } from '../merge/merge-work.ts';
import type { NumericColumn, NumericValues } from '../segment.ts';
import { sortInSteps } from '../sort-in-steps.ts';

const minSigned = -(2n ** 63n);
const greatestSigned = 2n ** 63n - 1n;

/** Collects the values of a numeric field of the documents of a buffer. */
export class NumericWriter {
  readonly #docs = new NumberList();
  readonly #doubles = new DoubleList();
  /** The first bigint, and all values after it. */
  readonly #integers: bigint[] = [];
  readonly #sorted: boolean;

  /** If `sorted`, the values of a document are sorted; otherwise they keep their order (bounds of ranges). */
  constructor(sorted: boolean) {
    this.#sorted = sorted;
  }

  add(doc: number, value: number | bigint): void {
    this.#docs.push(doc);
    if (typeof value === 'bigint' || this.#integers.length > 0) {
      this.#integers.push(toInteger(value));
    } else this.#doubles.push(value);
  }

  *finish(size: number): Work<NumericColumn> {
    const owners = this.#docs.copy();
    yield;
    const values =
      this.#integers.length === 0
        ? this.#doubles.copy()
        : yield* integerColumn(this.#doubles.view(), this.#integers);
    yield;
    const starts = startsOf(owners, size);
    yield;
    if (this.#sorted && owners.length > size - countMissing(starts)) {
      yield* sortWithin(values, starts);
    }
    const order = yield* orderOf(values);
    return createNumericColumn({ starts, owners, values, size, order });
  }
}

/** Creates a column from values by document, with the order of the values. */
export function createNumericColumn(parts: {
  readonly starts: Uint32Array;
  readonly owners: Uint32Array;
  readonly values: NumericValues;
  readonly size: number;
  readonly order: Uint32Array;
}): NumericColumn {
  const { values, size } = parts;
  const dense = isIdentity(parts.owners, size);
  return {
    kind: 'numeric',
    values,
    dense,
    starts: dense ? identity(size + 1) : parts.starts,
    owners: dense ? identity(size) : parts.owners,
    order: compact(parts.order),
  };
}

/** Takes the document of each value in ascending order; returns the start of the values of each document. */
export function startsOf(owners: Uint32Array, size: number): Uint32Array {
  const starts = new Uint32Array(size + 1);
  for (const owner of owners) starts[owner + 1]!++;
  for (let doc = 1; doc <= size; doc++) starts[doc]! += starts[doc - 1]!;
  return starts;
}

/** Creates the narrowest column for doubles, followed by integers of which some are beyond the safe range. */
function* integerColumn(
  doubles: Float64Array,
  integers: readonly bigint[],
): Work<BigInt64Array | BigUint64Array> {
  const { length } = doubles;
  const all = new BigInt64Array(length + integers.length);
  const unsigned = new BigUint64Array(all.length);
  let least = 0n;
  let greatest = 0n;
  for (let at = 0; at < all.length; at++) {
    if (at % stepSize === stepSize - 1) yield;
    const value = at < length ? toInteger(doubles[at]!) : integers[at - length]!;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
    unsigned[at] = value;
    all[at] = value > greatestSigned ? greatestSigned : value < minSigned ? minSigned : value;
  }
  return greatest > greatestSigned && least === 0n ? unsigned : all;
}

/** Converts a value to an integer; an open bound of a range becomes the minimum or maximum. */
export function toInteger(value: number | bigint): bigint {
  if (typeof value === 'bigint') return value;
  if (value === Infinity) return greatestSigned;
  return value === -Infinity ? minSigned : BigInt(Math.trunc(value));
}

function* orderOf(values: NumericValues): Work<Uint32Array> {
  let ascends = true;
  for (let at = 1; at < values.length && ascends; at++) {
    if (at % stepSize === stepSize - 1) yield;
    ascends = values[at - 1]! <= values[at]!;
  }
  if (ascends) return identity(values.length);
  const order = identity(values.length).slice();
  yield* sortInSteps(order, (a, b) => {
    const left = values[a]!;
    const right = values[b]!;
    return left < right ? -1 : left > right ? 1 : a - b;
  });
  return order;
}

function compact(order: Uint32Array): Uint32Array {
  return isIdentity(order, order.length) ? identity(order.length) : order;
}

function isIdentity(numbers: Uint32Array, size: number): boolean {
  if (numbers.length !== size) return false;
  for (let at = 0; at < size; at++) if (numbers[at] !== at) return false;
  return true;
}

function countMissing(starts: Uint32Array): number {
  let missing = 0;
  for (let doc = 0; doc + 1 < starts.length; doc++) if (starts[doc] === starts[doc + 1]) missing++;
  return missing;
}

function* sortWithin(values: NumericValues, starts: Uint32Array): Work<void> {
  for (let doc = 0; doc + 1 < starts.length; doc++) {
    const start = starts[doc]!;
    const end = starts[doc + 1]!;
    if (end - start <= 1) continue;
    const own = values.subarray(start, end);
    if (own instanceof Float64Array) yield* sortInSteps(own);
    else yield* sortInSteps<bigint>(own);
  }
}
