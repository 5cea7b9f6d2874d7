import type { Block, OrdinalBlock, Scalar, Terms } from '../../block.ts';
import { countAt, nullBlock, valueAt } from '../../block.ts';
import type { ValueType } from '../../column-type.ts';
import type { ApplyCall, CallContext, EvaluationProblem } from '../../expression.ts';
import type { BlockBuilder } from './builder.ts';
import { createBuilder } from './builder.ts';
import { Pace } from './pace.ts';
import { multiValueProblem, warn } from './problems.ts';

/** The result of a function for one row: a value, undefined for null, or the problem that makes the row null. */
export type RowResult = Scalar | undefined | EvaluationProblem;

/** Takes one value of each operand (undefined: omitted); the list is reused for the next row. */
export type RowFunction = (operands: readonly (Scalar | undefined)[]) => RowResult;

/** Maximum size of a dictionary whose strings are evaluated once each; larger ones are evaluated row by row. */
const maxRemembered = 65_536;

/**
 * Applies a function of single values to columns: a row is null if an operand is null and also, with a warning, if an
 * operand has several values. If the operands are one dictionary and constants, each string is evaluated once. Pauses
 * between rows; `weight` is the work for one character of the operands and the result.
 */
export function applyRows(
  type: ValueType,
  row: RowFunction,
  { weight = 1 }: { readonly weight?: number } = {},
): ApplyCall {
  const memos = new WeakMap<Terms, Memo>();
  return function* inTurns(operands, call) {
    const early = constantResult(operands, { type, row, call });
    if (early !== undefined) return early;
    const builder = createBuilder(type, call.rows);
    const pace = new Pace(call.evaluation, weight);
    const at = operands.findIndex(({ kind }) => kind !== 'constant');
    const only = operands.filter(({ kind }) => kind !== 'constant').length === 1;
    const column = operands[at];
    if (only && column?.kind === 'ordinal' && column.terms.size <= maxRemembered) {
      const memo = memoOf(memos, column.terms, operands);
      yield* overTerms(column, { memo, operands, at, row, call, builder, pace });
    } else yield* overRows(operands, { row, call, builder, pace });
    return builder.finish();
  };
}

interface Work {
  readonly row: RowFunction;
  readonly call: CallContext;
  readonly builder: BlockBuilder;
  readonly pace: Pace;
}

function* overRows(operands: readonly Block[], work: Work): Generator<undefined, void, void> {
  const values: (Scalar | undefined)[] = Array.from({ length: operands.length });
  for (let at = 0; at < work.call.rows;) {
    at = someRows(operands, { ...work, values, from: at });
    if (at < work.call.rows) yield;
  }
}

interface SomeRows extends Work {
  readonly values: (Scalar | undefined)[];
  readonly from: number;
}

/** Adds rows until the turn has lasted long enough; returns the number of the next row. */
function someRows(operands: readonly Block[], work: SomeRows): number {
  const { row, call, builder, pace, values, from } = work;
  for (let at = from; at < call.rows; at++) {
    const state = readRow(operands, at, values);
    if (state === 'one') {
      const result = row(values);
      put(result, call, builder);
      if (pace.isDue(values, result)) return at + 1;
    } else {
      if (state === 'several') warn(call, multiValueProblem);
      builder.none();
    }
  }
  return call.rows;
}

function readRow(
  operands: readonly Block[],
  row: number,
  values: (Scalar | undefined)[],
): 'one' | 'none' | 'several' {
  let state: 'one' | 'several' = 'one';
  for (let nth = 0; nth < operands.length; nth++) {
    const block = operands[nth]!;
    const count = countAt(block, row);
    if (count === 0) return 'none';
    if (count > 1) state = 'several';
    values[nth] = valueAt(block, row);
  }
  return state;
}

/** Adds the result of a function for a row to the column; a problem becomes a warning. */
export function put(result: RowResult, call: CallContext, builder: BlockBuilder): void {
  if (typeof result === 'object') {
    warn(call, result);
    builder.none();
  } else if (result === undefined) builder.none();
  else builder.one(result);
}

/** Results by number of the string; `unknown` if not yet computed. */
interface Memo {
  readonly constants: readonly (readonly Scalar[] | undefined)[];
  readonly results: (RowResult | typeof unknown)[];
}

const unknown = Symbol('unknown');

function memoOf(memos: WeakMap<Terms, Memo>, terms: Terms, operands: readonly Block[]): Memo {
  const constants = operands.map((block) => (block.kind === 'constant' ? block.values : undefined));
  const known = memos.get(terms);
  if (known?.constants.every((values, at) => values === constants[at]) === true) return known;
  const results: Memo['results'] = Array.from({ length: terms.size });
  const memo = { constants, results: results.fill(unknown) };
  memos.set(terms, memo);
  return memo;
}

interface TermWork extends Work {
  readonly memo: Memo;
  readonly operands: readonly Block[];
  /** Position of the operand that is the column. */
  readonly at: number;
}

function* overTerms(column: OrdinalBlock, work: TermWork): Generator<undefined, void, void> {
  const values = work.operands.map((block) =>
    block.kind === 'constant' ? block.values[0] : undefined,
  );
  for (let row = 0; row < work.call.rows;) {
    row = someTerms(column, { ...work, values, from: row });
    if (row < work.call.rows) yield;
  }
}

/** Like `someRows`. */
function someTerms(column: OrdinalBlock, work: TermWork & SomeRows): number {
  const { call, builder, pace, values, from: first } = work;
  const { starts, ordinals } = column;
  const { results } = work.memo;
  for (let row = first; row < call.rows; row++) {
    const from = starts === undefined ? row : starts[row]!;
    const count = starts === undefined ? 1 : starts[row + 1]! - from;
    if (count !== 1) {
      if (count > 1) warn(call, multiValueProblem);
      builder.none();
      continue;
    }
    const ordinal = ordinals[from]!;
    let result = results[ordinal];
    if (result === unknown) {
      values[work.at] = column.terms.at(ordinal);
      result = work.row(values);
      results[ordinal] = result;
      put(result, call, builder);
      if (pace.isDue(values, result)) return row + 1;
    } else put(result, call, builder);
  }
  return call.rows;
}

interface Whole {
  readonly type: ValueType;
  readonly row: RowFunction;
  readonly call: CallContext;
}

/** The result if a constant operand determines it for all rows, or if all operands are constants. */
function constantResult(operands: readonly Block[], work: Whole): Block | undefined {
  const { row, call } = work;
  const constants = operands.filter((block) => block.kind === 'constant');
  if (constants.some(({ values }) => values.length === 0)) return nullBlock(call.rows);
  if (constants.length < operands.length) return undefined;
  if (constants.some(({ values }) => values.length > 1)) {
    warn(call, multiValueProblem);
    return nullBlock(call.rows);
  }
  const result = row(constants.map(({ values }) => values[0]));
  if (typeof result === 'object') warn(call, result);
  const values = result === undefined || typeof result === 'object' ? [] : [result];
  return { kind: 'constant', rows: call.rows, values };
}
