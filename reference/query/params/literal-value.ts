import type { JsonValue } from '../../base/json.ts';
import type { Scalar } from '../../plan/page.ts';
import type { ColumnType } from '../../plan/column-type.ts';
import type { LiteralValue } from './query-params.ts';

const maxInteger = 2 ** 31 - 1;
const maxLong = 2n ** 63n - 1n;
const maxUnsigned = 2n ** 64n - 1n;

/** Number types in the order of widening. */
const numericOrder: readonly ColumnType[] = ['integer', 'long', 'unsigned_long', 'double'];

/** Returns a whole number of any size as a literal of the narrowest type that can contain it. */
export function wholeLiteral(value: bigint): LiteralValue {
  const number = Number(value);
  if (number >= -maxInteger - 1 && number <= maxInteger) return one('integer', number);
  const small = Number.isSafeInteger(number) ? number : value;
  if (value >= -maxLong - 1n && value <= maxLong) return one('long', small);
  if (value >= 0n && value <= maxUnsigned) return one('unsigned_long', value);
  return one('double', number);
}

/**
 * Returns the literal for a value of `params`; undefined for an object, and for an array with nulls, nested values or
 * values of different kinds.
 */
export function literalOfJson(value: JsonValue): LiteralValue | undefined {
  if (value === null) return { type: 'null', values: [] };
  if (typeof value === 'string') return one('keyword', value);
  if (typeof value === 'boolean') return one('boolean', value ? 1 : 0);
  if (typeof value === 'bigint') return wholeLiteral(value);
  if (typeof value === 'number') {
    return Number.isInteger(value) ? wholeLiteral(BigInt(value)) : one('double', value);
  }
  if (!Array.isArray(value)) return undefined;
  const literals = (value as readonly JsonValue[]).map((element) =>
    Array.isArray(element) ? undefined : literalOfJson(element),
  );
  return literals.some((literal) => literal === undefined)
    ? undefined
    : listLiteral(literals as readonly LiteralValue[]);
}

/** Combines literals into one multi-value; undefined if their types are not compatible. */
export function listLiteral(elements: readonly LiteralValue[]): LiteralValue | undefined {
  const types = elements.map(({ type }) => type);
  const [first] = types;
  if (first === undefined) return { type: 'null', values: [] };
  const values = elements.flatMap((element) => element.values);
  const places = types.map((type) => numericOrder.indexOf(type as ColumnType));
  if (places.every((place) => place >= 0)) {
    const type = numericOrder[Math.max(...places)] ?? first;
    return { type, values: type === 'double' ? values.map(Number) : values };
  }
  return types.every((type) => type === first) && first !== 'null'
    ? { type: first, values }
    : undefined;
}

function one(type: ColumnType, value: Scalar): LiteralValue {
  return { type, values: [value] };
}
