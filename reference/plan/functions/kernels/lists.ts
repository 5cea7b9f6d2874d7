import type { Block, Scalar } from '../../block.ts';
import { countAt, valueAt } from '../../block.ts';
import type { ValueType } from '../../column-type.ts';
import type { ApplyCall, CallContext, EvaluationProblem } from '../../expression.ts';
import type { BlockBuilder } from './builder.ts';
import { createBuilder } from './builder.ts';
import { Pace } from './pace.ts';
import { warn } from './problems.ts';
import type { RowResult } from './rows.ts';
import { put } from './rows.ts';

/**
 * Takes the values of each operand in a row (empty: null); returns one value, several, undefined for null, or the
 * problem that makes the row null.
 */
export type ListFunction = (
  operands: readonly (readonly Scalar[])[],
) => RowResult | readonly Scalar[];

/** Applies a function of multi-values to columns. Pauses between rows. */
export function applyLists(type: ValueType, list: ListFunction): ApplyCall {
  return function* inTurns(operands, call) {
    const pace = new Pace(call.evaluation);
    const isConstant = operands.every(({ kind }) => kind === 'constant');
    const rows = isConstant ? 1 : call.rows;
    const builder = createBuilder(type, rows);
    for (let row = 0; row < rows; row++) {
      const lists = operands.map((block) => valuesAt(block, row));
      const result = list(lists);
      if (isList(result)) builder.many(result);
      else put(result, call, builder);
      if (pace.isDueAfterLists(lists)) yield;
    }
    const block = builder.finish();
    return isConstant ? { kind: 'constant', rows: call.rows, values: valuesAt(block, 0) } : block;
  };
}

function isList(result: RowResult | readonly Scalar[]): result is readonly Scalar[] {
  return Array.isArray(result);
}

/** Returns the values of a row. */
export function valuesAt(block: Block, row: number): readonly Scalar[] {
  if (block.kind === 'constant') return block.values;
  const count = countAt(block, row);
  const values: Scalar[] = [];
  for (let nth = 0; nth < count; nth++) values.push(valueAt(block, row, nth));
  return values;
}

/**
 * Applies a function of one value to each value of a column, also of multi-values; used by conversions. Pauses between
 * values.
 */
export function applyEach(type: ValueType, each: (value: Scalar) => RowResult): ApplyCall {
  return function* inTurns(operands, call) {
    const [block] = operands;
    if (block === undefined) throw new TypeError('a conversion has one operand');
    const rows = block.kind === 'constant' ? 1 : call.rows;
    const builder = createBuilder(type, rows);
    const convert = block.kind === 'ordinal' ? rememberLast(each) : each;
    const work = { convert, call, builder, rows, pace: new Pace(call.evaluation) };
    for (let row = 0; row < rows;) {
      const next = someSingles(block, row, work);
      if (next > row) {
        row = next;
        if (row < rows) yield;
      } else builder.many(yield* convertAll(valuesAt(block, row++), work));
    }
    const result = builder.finish();
    if (block.kind !== 'constant') return result;
    return { kind: 'constant', rows: call.rows, values: valuesAt(result, 0) };
  };
}

interface Conversion {
  readonly convert: (value: Scalar) => RowResult;
  readonly call: CallContext;
  readonly builder: BlockBuilder;
  readonly rows: number;
  readonly pace: Pace;
}

/** Converts rows with one value until another one comes or the loop has to pause; returns the number of the next row. */
function someSingles(block: Block, from: number, work: Conversion): number {
  const { convert, call, builder, rows, pace } = work;
  for (let row = from; row < rows; row++) {
    if (countAt(block, row) !== 1) return row;
    const value = valueAt(block, row);
    const result = convert(value);
    put(result, call, builder);
    if (pace.isDueAfter(value, result)) return row + 1;
  }
  return rows;
}

function* convertAll(
  values: readonly Scalar[],
  { convert, call, pace }: Conversion,
): Generator<undefined, readonly Scalar[], void> {
  const converted: Scalar[] = [];
  for (const value of values) {
    const result = convert(value);
    if (isProblem(result)) warn(call, result);
    else if (result !== undefined) converted.push(result);
    if (pace.isDueAfter(value, result)) yield;
  }
  return converted;
}

/** Returns whether a function returned a problem instead of a value. */
function isProblem(result: RowResult): result is EvaluationProblem {
  return typeof result === 'object';
}

const maxRemembered = 4096;

/** Caches the results for the strings of a page: columns with a dictionary have few distinct ones. */
function rememberLast(each: (value: Scalar) => RowResult): (value: Scalar) => RowResult {
  const known = new Map<Scalar, RowResult>();
  return (value) => {
    if (known.has(value)) return known.get(value);
    const result = each(value);
    if (known.size < maxRemembered) known.set(value, result);
    return result;
  };
}
