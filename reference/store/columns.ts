import type { Bounds, IndexValue } from './parsed-document.ts';
import type { LeafField } from './field-type.ts';
import { isRangeField } from './field-type.ts';
import type { Column, ColumnValue } from './segment.ts';
import { compareCodePoints } from '../base/order.ts';

/** The values of one field by document, in the order of the document; one without values has no entry. */
export interface FieldRows {
  readonly field: LeafField;
  readonly values: IndexValue[][];
}

const none: readonly never[] = [];

/**
 * Returns the column of a field, or of one bound of a range; undefined if the field has no such column. The values of a
 * document are sorted when they are first read.
 */
export function columnOf(
  { field, values }: FieldRows,
  end: keyof Bounds | undefined,
): Column | undefined {
  const { type } = field;
  if (type === 'text' || isRangeField(field) !== (end !== undefined)) return undefined;
  const isWord = type === 'keyword' || type === 'ip';
  const read = (own: readonly IndexValue[]): readonly ColumnValue[] => {
    if (end !== undefined) return own.map((value) => toBounds(value)[end]);
    return isWord ? sortedTerms(own.map(toText)) : sortedNumbers(own.map(toNumber));
  };
  const known: (readonly ColumnValue[])[] = [];
  return (doc) => {
    const own = values[doc];
    return own === undefined ? none : (known[doc] ??= read(own));
  };
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
