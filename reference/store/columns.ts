import type { Bounds, IndexValue } from './parsed-document.ts';
import type { LeafField } from './field-type.ts';
import { isRangeField } from './field-type.ts';
import type { NumericColumn, NumericValues, OrdinalColumn, TermDictionary } from './segment.ts';
import { compareCodePoints } from '../base/order.ts';

/** The values of one field: `values[i]` belongs to the document `docs[i]`; documents ascend. */
export interface FieldRows {
  readonly field: LeafField;
  readonly docs: number[];
  readonly values: IndexValue[];
}

/** The columns of a field by their names: one, or two for the bounds of a range; none for a text. */
export function columnsOf(
  { field, docs, values }: FieldRows,
  size: number,
): readonly (readonly [name: string, column: NumericColumn | OrdinalColumn])[] {
  const { name, type } = field;
  if (type === 'text') return [];
  if (!isRangeField(field)) {
    const isWord = type === 'keyword' || type === 'ip';
    const column = isWord
      ? ordinalColumn(docs, values.map(toText), size)
      : numericColumn({ docs, values: values.map(toNumber), size, isSorted: true });
    return [[name, column]];
  }
  return (['gte', 'lte'] as const).map((end) => {
    const bounds = values.map((value) => toBounds(value)[end]);
    const column =
      type === 'ip_range'
        ? ordinalColumn(docs, bounds.map(toText), size)
        : numericColumn({ docs, values: bounds.map(toNumber), size, isSorted: false });
    return [`${name}#${end}`, column];
  });
}

interface NumericRows {
  readonly docs: readonly number[];
  readonly values: (number | bigint)[];
  readonly size: number;
  /** False if the values of a document keep their order (bounds of ranges). */
  readonly isSorted: boolean;
}

function numericColumn({ docs, values, size, isSorted }: NumericRows): NumericColumn {
  const starts = startsOf(docs, size);
  const typed = typedValues(values);
  if (isSorted && docs.length > 1) {
    for (let doc = 0; doc < size; doc++) {
      const [from, to] = [starts[doc]!, starts[doc + 1]!];
      if (to - from > 1) typed.subarray(from, to).sort();
    }
  }
  const dense = values.length === size && starts.every((start, doc) => start === doc);
  return { kind: 'numeric', starts, values: typed, dense };
}

const minSigned = -(2n ** 63n);
const maxSigned = 2n ** 63n - 1n;

/** Returns doubles, or integers of 64 bits if a value is one that a double cannot represent. */
function typedValues(values: readonly (number | bigint)[]): NumericValues {
  if (!values.some((value) => typeof value === 'bigint')) return Float64Array.from(values, Number);
  const integers = values.map(toInteger);
  const isUnsigned =
    integers.some((value) => value > maxSigned) && integers.every((value) => value >= 0n);
  if (isUnsigned) return BigUint64Array.from(integers);
  return BigInt64Array.from(integers, (value) =>
    value > maxSigned ? maxSigned : value < minSigned ? minSigned : value,
  );
}

/** Converts a value to an integer; an open bound of a range becomes the minimum or maximum. */
function toInteger(value: number | bigint): bigint {
  if (typeof value === 'bigint') return value;
  if (value === Infinity) return maxSigned;
  return value === -Infinity ? minSigned : BigInt(Math.trunc(value));
}

function ordinalColumn(
  docs: readonly number[],
  values: readonly string[],
  size: number,
): OrdinalColumn {
  const terms = createDictionary(new Set(values));
  const ordinalOf = new Map(terms.list.map((term, ordinal) => [term, ordinal]));
  const owners: number[] = [];
  const ordinals: number[] = [];
  for (let from = 0; from < docs.length;) {
    const doc = docs[from]!;
    const own = new Set<number>();
    for (; docs[from] === doc; from++) own.add(ordinalOf.get(values[from]!)!);
    for (const ordinal of own.size === 1 ? own : [...own].sort((a, b) => a - b)) {
      owners.push(doc);
      ordinals.push(ordinal);
    }
  }
  return {
    kind: 'ordinal',
    terms,
    starts: startsOf(owners, size),
    ordinals: Uint32Array.from(ordinals),
  };
}

/** Takes the document of each value, ascending; returns the start of the values of each document. */
function startsOf(owners: readonly number[], size: number): Uint32Array {
  const starts = new Uint32Array(size + 1);
  for (const owner of owners) starts[owner + 1]!++;
  for (let doc = 1; doc <= size; doc++) starts[doc]! += starts[doc - 1]!;
  return starts;
}

/** A dictionary with the list of its terms. */
export interface SortedTerms extends TermDictionary {
  readonly list: readonly string[];
}

/** Creates a dictionary of distinct terms. */
export function createDictionary(terms: Iterable<string>): SortedTerms {
  const list = [...terms];
  // The platform's own order is much faster; it differs only for surrogates and the units above them.
  if (list.some((term) => /[\ud800-\uffff]/.test(term))) list.sort(compareCodePoints);
  else list.sort();
  const lowerBound = (term: string): number => {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareCodePoints(list[middle]!, term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    list,
    size: list.length,
    at: (ordinal) => list[ordinal]!,
    lowerBound,
    find(term) {
      const at = lowerBound(term);
      return list[at] === term ? at : -1;
    },
  };
}

function toNumber(value: IndexValue): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TypeError(`a numeric field received the ${typeof value} ${JSON.stringify(value)}`);
}

/** Returns the value of a text, keyword or ip field. */
export function toText(value: IndexValue): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`a text field received a ${typeof value}`);
}

function toBounds(value: IndexValue): Bounds {
  if (typeof value === 'object') return value;
  throw new TypeError(`a range field received the ${typeof value} ${value}`);
}
