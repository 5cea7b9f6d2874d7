import type { Bounds, IndexValue } from './parsed-document.ts';
import type { LeafField } from './field-type.ts';
import { isRangeField } from './field-type.ts';
import type { Column, ColumnValue } from './segment.ts';
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
): readonly (readonly [name: string, column: Column])[] {
  const { name, type } = field;
  if (type === 'text') return [];
  if (isRangeField(field)) {
    return (['gte', 'lte'] as const).map((end) => {
      const bounds = values.map((value) => toBounds(value)[end]);
      return [`${name}#${end}`, byDocument(docs, bounds, size)];
    });
  }
  const isWord = type === 'keyword' || type === 'ip';
  const column = isWord
    ? byDocument(docs, values.map(toText), size).map(sortedTerms)
    : byDocument(docs, values.map(toNumber), size).map(sortedNumbers);
  return [[name, column]];
}

const none: readonly never[] = [];

function byDocument<T>(docs: readonly number[], values: readonly T[], size: number) {
  const column = new Map<number, T[]>();
  for (const [at, doc] of docs.entries()) {
    const own = column.get(doc);
    if (own === undefined) column.set(doc, [values[at]!]);
    else own.push(values[at]!);
  }
  return Array.from({ length: size }, (_, doc): readonly T[] => column.get(doc) ?? none);
}

function sortedTerms(terms: readonly string[]): readonly string[] {
  return terms.length < 2 ? terms : [...new Set(terms)].sort(compareCodePoints);
}

function sortedNumbers(numbers: readonly (number | bigint)[]): readonly ColumnValue[] {
  return numbers.length < 2 ? numbers : numbers.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
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
