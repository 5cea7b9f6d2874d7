import type { Block, NumericBlock } from '../../block.ts';
import type { CallContext } from '../../expression.ts';
import type { NumericValues } from '../../../store/segment.ts';
import { multiValueProblem, warn } from './problems.ts';

/** A column with one entry for each row. */
export interface Dense {
  readonly values: NumericValues;
  /** 1 for rows with a value; undefined: all rows have one. */
  readonly valid: Uint8Array | undefined;
}

/** Converts a numeric column; rows with several values become null, with a warning. A constant fills all rows. */
export function toDense(block: Block, call: CallContext): Dense {
  const { rows } = call;
  if (block.kind === 'constant') return constantDense(block.values, call);
  if (block.kind !== 'numeric') throw new TypeError(`a ${block.kind} block has no numbers`);
  const { starts, values } = block;
  if (starts === undefined) return { values, valid: undefined };
  const dense = emptyLike(values, rows);
  const valid = new Uint8Array(rows);
  gather(block, starts, { dense, valid, call });
  return { values: dense, valid };
}

interface Gathering {
  readonly dense: NumericValues;
  readonly valid: Uint8Array;
  readonly call: CallContext;
}

function gather({ values }: NumericBlock, starts: Uint32Array, into: Gathering): void {
  const { dense, valid, call } = into;
  const { rows } = call;
  let from = starts[0]!;
  for (let row = 0; row < rows; row++) {
    const until = starts[row + 1]!;
    if (until === from + 1) {
      dense[row] = values[from]!;
      valid[row] = 1;
    } else if (until !== from) warn(call, multiValueProblem);
    from = until;
  }
}

function constantDense(constants: readonly (number | bigint | string)[], call: CallContext): Dense {
  const { rows } = call;
  const [first] = constants;
  if (constants.length > 1) for (let row = 0; row < rows; row++) warn(call, multiValueProblem);
  if (first === undefined || constants.length > 1) {
    return { values: new Float64Array(rows), valid: new Uint8Array(rows) };
  }
  if (typeof first !== 'bigint') {
    return { values: new Float64Array(rows).fill(Number(first)), valid: undefined };
  }
  const isSigned = first < 2n ** 63n;
  const values = isSigned
    ? new BigInt64Array(rows).fill(first)
    : new BigUint64Array(rows).fill(first);
  return { values, valid: undefined };
}

/** Returns the intersection of two sets of valid rows. */
export function bothValid(
  a: Uint8Array | undefined,
  b: Uint8Array | undefined,
): Uint8Array | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const both = new Uint8Array(a.length);
  for (let row = 0; row < both.length; row++) both[row] = a[row]! & b[row]!;
  return both;
}

/** Takes one entry for each row, and the valid rows; returns the column. Copies nothing if all rows are valid. */
export function pack(values: NumericValues, valid: Uint8Array | undefined, rows: number): Block {
  if (valid === undefined) return { kind: 'numeric', rows, starts: undefined, values };
  const starts = new Uint32Array(rows + 1);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    count += valid[row]!;
    starts[row + 1] = count;
  }
  if (count === rows) return { kind: 'numeric', rows, starts: undefined, values };
  const kept = emptyLike(values, count);
  let at = 0;
  for (let row = 0; row < rows; row++) {
    if (valid[row] === 1) kept[at++] = values[row]!;
  }
  return { kind: 'numeric', rows, starts, values: kept };
}

function emptyLike(values: NumericValues, size: number): NumericValues {
  if (values instanceof Float64Array) return new Float64Array(size);
  return values instanceof BigInt64Array ? new BigInt64Array(size) : new BigUint64Array(size);
}
