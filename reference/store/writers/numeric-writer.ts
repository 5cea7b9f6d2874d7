import { DoubleList, identity, NumberList } from '../growable.ts';
import type { NumericColumn, NumericValues } from '../segment.ts';

const minSigned = -(2n ** 63n);
const greatestSigned = 2n ** 63n - 1n;

/** Collects the values of a numeric field of the documents of a buffer. */
export class NumericWriter {
  readonly #docs = new NumberList();
  readonly #doubles = new DoubleList();
  /** Defined from the first bigint on; then contains all values. */
  #integers: bigint[] | undefined;
  readonly #sorted: boolean;

  /** If `sorted`, the values of a document are sorted; otherwise they keep their order (bounds of ranges). */
  constructor(sorted: boolean) {
    this.#sorted = sorted;
  }

  add(doc: number, value: number | bigint): void {
    this.#docs.push(doc);
    if (this.#integers !== undefined) this.#integers.push(toInteger(value));
    else if (typeof value === 'bigint') {
      this.#integers = Array.from(this.#doubles.view(), toInteger);
      this.#integers.push(value);
    } else this.#doubles.push(value);
  }

  finish(size: number): NumericColumn {
    const owners = this.#docs.copy();
    const values =
      this.#integers === undefined ? this.#doubles.copy() : integerColumn(this.#integers);
    const starts = startsOf(owners, size);
    if (this.#sorted && owners.length > size - countMissing(starts)) sortWithin(values, starts);
    return createNumericColumn({ starts, owners, values, size });
  }
}

/** Creates a column from values by document, and sorts it. */
export function createNumericColumn(parts: {
  readonly starts: Uint32Array;
  readonly owners: Uint32Array;
  readonly values: NumericValues;
  readonly size: number;
  readonly order?: Uint32Array;
}): NumericColumn {
  const { values, size } = parts;
  const dense = isIdentity(parts.owners, size);
  return {
    kind: 'numeric',
    values,
    starts: dense ? identity(size + 1) : parts.starts,
    owners: dense ? identity(size) : parts.owners,
    order: compact(parts.order ?? orderOf(values)),
  };
}

/** Takes the document of each value in ascending order; returns the start of the values of each document. */
export function startsOf(owners: Uint32Array, size: number): Uint32Array {
  const starts = new Uint32Array(size + 1);
  for (const owner of owners) starts[owner + 1]!++;
  for (let doc = 1; doc <= size; doc++) starts[doc]! += starts[doc - 1]!;
  return starts;
}

/** Creates the narrowest column for integers beyond the safe range. */
function integerColumn(values: readonly bigint[]): BigInt64Array | BigUint64Array {
  const unsigned = values.some((value) => value > greatestSigned);
  if (unsigned && values.every((value) => value >= 0n)) return BigUint64Array.from(values);
  return BigInt64Array.from(values, (value) =>
    value > greatestSigned ? greatestSigned : value < minSigned ? minSigned : value,
  );
}

/** Converts a value to an integer; an open bound of a range becomes the minimum or maximum. */
export function toInteger(value: number | bigint): bigint {
  if (typeof value === 'bigint') return value;
  if (value === Infinity) return greatestSigned;
  return value === -Infinity ? minSigned : BigInt(Math.trunc(value));
}

function orderOf(values: NumericValues): Uint32Array {
  let ascends = true;
  for (let at = 1; at < values.length && ascends; at++) {
    ascends = values[at - 1]! <= values[at]!;
  }
  if (ascends) return identity(values.length);
  return identity(values.length)
    .slice()
    .sort((a, b) => {
      const left = values[a]!;
      const right = values[b]!;
      return left < right ? -1 : left > right ? 1 : a - b;
    });
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

function sortWithin(values: NumericValues, starts: Uint32Array): void {
  for (let doc = 0; doc + 1 < starts.length; doc++) {
    const start = starts[doc]!;
    const end = starts[doc + 1]!;
    if (end - start > 1) values.subarray(start, end).sort();
  }
}
