import type { Block, Scalar } from '../../block.ts';
import { countAt, valueAt } from '../../block.ts';
import type { ValueType } from '../../column-type.ts';
import type { ApplyCall, CallContext, EvaluationProblem } from '../../expression.ts';
import { createBuilder } from './builder.ts';
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

/** Applies a function of multi-values to columns. */
export function applyLists(type: ValueType, list: ListFunction): ApplyCall {
  return (operands, call) => {
    const isConstant = operands.every(({ kind }) => kind === 'constant');
    const rows = isConstant ? 1 : call.rows;
    const builder = createBuilder(type, rows);
    for (let row = 0; row < rows; row++) {
      const result = list(operands.map((block) => valuesAt(block, row)));
      if (isList(result)) builder.many(result);
      else put(result, call, builder);
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

/** Applies a function of one value to each value of a column, also of multi-values; used by conversions. */
export function applyEach(type: ValueType, each: (value: Scalar) => RowResult): ApplyCall {
  return (operands, call) => {
    const [block] = operands;
    if (block === undefined) throw new TypeError('a conversion has one operand');
    const rows = block.kind === 'constant' ? 1 : call.rows;
    const builder = createBuilder(type, rows);
    const convert = block.kind === 'ordinal' ? rememberLast(each) : each;
    for (let row = 0; row < rows; row++) {
      if (countAt(block, row) === 1) put(convert(valueAt(block, row)), call, builder);
      else builder.many(convertAll(valuesAt(block, row), { convert, call }));
    }
    const result = builder.finish();
    if (block.kind !== 'constant') return result;
    return { kind: 'constant', rows: call.rows, values: valuesAt(result, 0) };
  };
}

interface Conversion {
  readonly convert: (value: Scalar) => RowResult;
  readonly call: CallContext;
}

function convertAll(values: readonly Scalar[], { convert, call }: Conversion): readonly Scalar[] {
  return values.flatMap((value) => {
    const result = convert(value);
    if (isProblem(result)) warn(call, result);
    return result === undefined || isProblem(result) ? [] : [result];
  });
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
