import { nextDouble } from '../../store/values/ranges.ts';
import type { ValueType } from '../column-type.ts';
import { isDate, isNumeric } from '../column-type.ts';
import type { Expression } from '../expression.ts';

/** A range of numbers in one column, both ends included. */
export interface Range {
  readonly low: number;
  readonly high: number;
  /** The same conditions as expressions, for columns in which some rows are null or have several values. */
  readonly conditions: readonly Expression[];
}

/** A condition as a conjunction of its parts. */
export interface RowFilter {
  /** Ranges by position of the column. */
  readonly ranges: ReadonlyMap<number, Range>;
  readonly rest: readonly Expression[];
}

/** Splits a condition into ranges, which combine all comparisons of a column with numbers, and the rest. */
export function rowFilter(condition: Expression): RowFilter {
  const ranges = new Map<number, Gathered>();
  const rest: Expression[] = [];
  for (const part of partsOf(condition)) {
    const compared = comparison(part);
    if (compared === undefined) rest.push(part);
    else {
      const range = ranges.get(compared.at) ?? { low: -Infinity, high: Infinity, conditions: [] };
      range.low = Math.max(range.low, compared.low);
      range.high = Math.min(range.high, compared.high);
      range.conditions.push(part);
      ranges.set(compared.at, range);
    }
  }
  return { ranges, rest };
}

interface Gathered {
  low: number;
  high: number;
  readonly conditions: Expression[];
}

function partsOf(condition: Expression): readonly Expression[] {
  return condition.kind === 'call' && condition.name === 'and'
    ? condition.operands.flatMap(partsOf)
    : [condition];
}

type Bounds = readonly [low: number, high: number];

/** The range of numbers for which a comparison with a number is true. */
const boundsOf: ReadonlyMap<string, (value: number) => Bounds> = new Map([
  ['==', (value) => [value, value]],
  ['>=', (value) => [value, Infinity]],
  ['>', (value) => [nextDouble(value, 1), Infinity]],
  ['<=', (value) => [-Infinity, value]],
  ['<', (value) => [-Infinity, nextDouble(value, -1)]],
]);

interface Comparison {
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

/** Returns a comparison of a column with one number; undefined for other expressions. */
function comparison(part: Expression): Comparison | undefined {
  const bounds = part.kind === 'call' ? boundsOf.get(part.name) : undefined;
  if (part.kind !== 'call' || bounds === undefined) return undefined;
  const [column, constant] = part.operands;
  if (column?.kind !== 'column' || constant?.kind !== 'constant') return undefined;
  const [value, more] = constant.values;
  if (typeof value !== 'number' || more !== undefined) return undefined;
  if (!isSameKind(column.type, constant.type)) return undefined;
  const [low, high] = bounds(value);
  return { at: column.at, low, high };
}

function isSameKind(a: ValueType, b: ValueType): boolean {
  return (isNumeric(a) && isNumeric(b)) || (isDate(a) && a === b);
}
