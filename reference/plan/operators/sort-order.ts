import type { Cell, Cells, Scalar } from '../page.ts';
import { valuesOf } from '../page.ts';
import type { SortKey } from '../plan.ts';
import type { Compare } from '../values.ts';
import { comparerOf } from '../values.ts';

/** Returns the value of a row that determines its position: the least in ascending order, else the greatest. */
export function edgeOf(cell: Cell | undefined, key: SortKey | undefined): Scalar | null {
  const values = valuesOf(cell);
  const [first = null] = values;
  if (key === undefined || values.length < 2) return first;
  const compare = directed(key);
  return values.reduce((edge, value) => (compare(value, edge) < 0 ? value : edge));
}

/** Returns a comparison of the values of the keys of two rows: below 0 if the first sorts before the second. */
export function rowComparer(keys: readonly SortKey[]): (a: Cells, b: Cells) => number {
  const orders = keys.map((key) => ({ compare: directed(key), nullsFirst: key.nullsFirst }));
  return (a, b) => {
    for (const [nth, { compare, nullsFirst }] of orders.entries()) {
      const left = a[nth] as Scalar | null;
      const right = b[nth] as Scalar | null;
      const order =
        left === null || right === null
          ? compareNulls(left === null, right === null, nullsFirst)
          : compare(left, right);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function directed({ value, descending }: SortKey): Compare {
  const compare = comparerOf(value.type);
  return descending ? (a, b) => compare(b, a) : compare;
}

function compareNulls(isFirst: boolean, isSecond: boolean, nullsFirst: boolean): number {
  if (isFirst === isSecond) return 0;
  return isFirst === nullsFirst ? -1 : 1;
}
