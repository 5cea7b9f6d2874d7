import { at } from '../../base/assert.ts';
import type { NumericColumn, NumericValues } from '../segment.ts';
import { createNumericColumn, startsOf, toInteger } from '../writers/numeric-writer.ts';
import type { DocumentMap } from './merge-work.ts';
import type { Work } from '../../base/work.ts';
import { choiceStepSize, dropped, stepSize } from './merge-work.ts';

/** A numeric column of one segment to merge. */
export interface NumericInput {
  readonly column: NumericColumn | undefined;
  readonly map: DocumentMap;
}

/** Concatenates columns, without dropped documents. */
export function* mergeNumeric(inputs: readonly NumericInput[], size: number): Work<NumericColumn> {
  const columns = inputs.filter(hasColumn);
  const total = columns.reduce((sum, { column }) => sum + column.values.length, 0);
  const values = createValues(columns, total);
  const owners = new Uint32Array(total);
  const moved: Uint32Array[] = [];
  let count = 0;
  for (const { column, map } of columns) {
    const target = new Uint32Array(column.values.length).fill(dropped);
    for (let at = 0; at < target.length; at++) {
      if (at % stepSize === 0) yield;
      const doc = map.table[column.owners[at]!]!;
      if (doc === dropped) continue;
      put(values, count, column.values[at]!);
      owners[count] = doc;
      target[at] = count++;
    }
    moved.push(target);
  }
  yield;
  const kept = values.slice(0, count);
  const order = yield* mergeOrders(
    columns.map(({ column }, input) => ({ order: column.order, moved: at(moved, input) })),
    kept,
  );
  const keptOwners = owners.slice(0, count);
  yield;
  const starts = startsOf(keptOwners, size);
  yield;
  return createNumericColumn({ starts, owners: keptOwners, values: kept, size, order });
}

interface OrderInput {
  readonly order: Uint32Array;
  readonly moved: Uint32Array;
}

/** Merges the sorted orders of the inputs into the order of all values. */
function* mergeOrders(inputs: readonly OrderInput[], values: NumericValues): Work<Uint32Array> {
  const result = new Uint32Array(values.length);
  const cursors = inputs.map((input) => new OrderCursor(input, values));
  let live = cursors.filter((cursor) => cursor.advance());
  for (let count = 0; count < result.length; count++) {
    if (count % choiceStepSize === 0) yield;
    let smallest = live[0];
    if (smallest === undefined) break;
    for (const cursor of live) if (cursor.value < smallest.value) smallest = cursor;
    result[count] = smallest.target;
    if (!smallest.advance()) live = live.filter((cursor) => cursor !== smallest);
  }
  return result;
}

class OrderCursor {
  value: number | bigint = 0;
  target = 0;
  readonly #input: OrderInput;
  readonly #values: NumericValues;
  #at = 0;

  constructor(input: OrderInput, values: NumericValues) {
    this.#input = input;
    this.#values = values;
  }

  /** Moves to the next kept value; returns false at the end. */
  advance(): boolean {
    const { order, moved } = this.#input;
    while (this.#at < order.length) {
      const target = moved[order[this.#at++]!]!;
      if (target === dropped) continue;
      this.target = target;
      this.value = this.#values[target]!;
      return true;
    }
    return false;
  }
}

function hasColumn(input: NumericInput): input is NumericInput & { column: NumericColumn } {
  return input.column !== undefined;
}

function createValues(
  columns: readonly { readonly column: NumericColumn }[],
  total: number,
): NumericValues {
  if (columns.some(({ column }) => column.values instanceof BigUint64Array)) {
    return new BigUint64Array(total);
  }
  return columns.some(({ column }) => column.values instanceof BigInt64Array)
    ? new BigInt64Array(total)
    : new Float64Array(total);
}

function put(values: NumericValues, at: number, value: number | bigint): void {
  if (values instanceof Float64Array) values[at] = Number(value);
  else values[at] = toInteger(value);
}
