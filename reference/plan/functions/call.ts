import type { Work } from '../../base/work.ts';
import { ServiceError, unlessRefused } from '../../base/service-error.ts';
import type { Cell, Cells, Scalar } from '../cells.ts';
import { cellOf, isList, valuesOf } from '../cells.ts';
import type { ValueType } from '../column-type.ts';
import type {
  CallExpression,
  CallSite,
  ConstantExpression,
  EvaluationProblem,
  Expression,
} from '../expression.ts';
import { readCell } from '../expression.ts';
import type { SourceLocation } from '../syntax.ts';
import { argumentProblem, multiValueProblem } from './problems.ts';

/**
 * The result of a function for one row: a cell, a list of any length, a truth value, undefined for null, or the problem
 * that makes the result null.
 */
export type RowResult = Cell | boolean | undefined | EvaluationProblem;

/** A function of the value of each operand, which may pause. It declares the types that its signature accepts. */
export type RowBody = (...values: never[]) => RowResult | Work<RowResult>;

/** A function of the values of each operand (empty: null), which may pause. */
export type ListBody = (...lists: readonly (readonly Scalar[])[]) => RowResult | Work<RowResult>;

/** Returns the cell for a result; a problem, also one that `make` throws, becomes null with a warning. */
export type Settle = (make: () => RowResult) => Cell;

/** A function of the cells of the operands. One that may take long pauses in between. */
export type CellBody = (cells: Cells, settle: Settle) => RowResult | Work<RowResult>;

/** The parts of a typed call that `callOf` adds to a call site. */
export interface CallParts {
  readonly type: ValueType;
  readonly operands: readonly Expression[];
  readonly body: CellBody;
}

/** Returns the typed expression of a call. Where a pause is due, it pauses after each call. */
export function callOf(site: CallSite, { type, operands, body }: CallParts): CallExpression {
  const { place } = site;
  return {
    kind: 'call',
    place,
    type,
    operands,
    *compute(row, evaluation) {
      const warn = (problem: EvaluationProblem): void => evaluation.warn(place, problem);
      const settle: Settle = (make) => cellFrom(orProblem(make), warn);
      const cells: Cell[] = [];
      for (const operand of operands) {
        const isCall = operand.kind === 'call';
        cells.push(isCall ? yield* operand.compute(row, evaluation) : readCell(operand, row));
      }
      if (evaluation.isDue()) yield;
      const result = orProblem(() => body(cells, settle));
      const made = isWork(result) ? yield* pausingIf(evaluation.isDue, result) : result;
      return checkSize(cellFrom(made, warn));
    },
  };
}

function* pausingIf<R>(isDue: () => boolean, work: Work<R>): Work<R> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (isDue()) yield;
  }
}

/** Returns what `make` returns; a ServiceError that it throws becomes the problem of the row. */
function orProblem<Result>(make: () => Result): Result | EvaluationProblem {
  return unlessRefused(make, ({ reason }) => argumentProblem(reason));
}

/** Returns whether something is still to be worked off. */
export function isWork<R>(result: R | Work<R>): result is Work<R> {
  return typeof result === 'object' && result !== null && 'next' in result;
}

function cellFrom(result: RowResult, warn: (problem: EvaluationProblem) => void): Cell {
  if (typeof result === 'boolean') return Number(result);
  if (Array.isArray(result)) return cellOf(result);
  if (!isProblem(result)) return result ?? null;
  warn(result);
  return null;
}

/** Returns whether a function returned a problem instead of a cell. */
function isProblem(result: RowResult): result is EvaluationProblem {
  return typeof result === 'object' && result !== null && 'reason' in result;
}

/** Maximum number of values of a computed cell: more would block the event loop and use too much memory. */
const maxValues = 2 ** 15;

/** Maximum total length of the texts of a computed cell, in UTF-16 code units. */
const maxUnits = 2 ** 26;

/** Returns the cell. Throws circuit_breaking_exception if it is too large. */
function checkSize(cell: Cell): Cell {
  if (!isList(cell)) return cell;
  if (cell.length > maxValues) throw tooLarge('values', maxValues);
  const units = cell.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
  if (units > maxUnits) throw tooLarge('characters', maxUnits);
  return cell;
}

function tooLarge(what: string, most: number): ServiceError {
  return new ServiceError(
    'circuit_breaking_exception',
    `[request] Data too large, a computed value would have more than [${most}] ${what}`,
  );
}

/**
 * Applies a function of single values: the result is null if an operand is null, and also, with a warning, if an operand
 * has several values.
 */
export function ofValues(body: RowBody): CellBody {
  return (cells) => {
    if (cells.includes(null)) return null;
    return cells.some(isList) ? multiValueProblem : body(...(cells as never[]));
  };
}

/** Applies a function of lists, none of which is empty: then the result is null. */
export function ofLists(body: ListBody): CellBody {
  return (cells) => (cells.includes(null) ? null : body(...cells.map(valuesOf)));
}

/** Applies a function to each value of the first operand; a value with a problem is omitted. */
export function ofEach(each: (value: Scalar) => RowResult): CellBody {
  return function* inSteps([cell], settle) {
    const converted: Scalar[] = [];
    for (const value of valuesOf(cell)) {
      converted.push(...valuesOf(settle(() => each(value))));
      yield;
    }
    return converted;
  };
}

/** Returns the constant null with a type. */
export function nullOf(place: SourceLocation, type: ValueType): ConstantExpression {
  return { kind: 'constant', type, place, values: [] };
}

/** Maximum length of a text that a function creates. */
const most_bytes = 1_048_576;

/** Returns what `make` returns, or the problem if the result would be longer than a function may create. */
export function bounded(name: string, length: number, make: () => RowResult): RowResult {
  if (length <= most_bytes) return make();
  return argumentProblem(
    `Creating ${name} requests more than [${most_bytes}] bytes, but the result would have [${length}]`,
  );
}

/** Returns `make`, which remembers its last result: patterns are mostly constants. */
export function rememberLast<Key, T>(make: (key: Key) => T): (key: Key) => T {
  let last: { readonly key: Key; readonly made: T } | undefined;
  return (key) => {
    if (last === undefined || last.key !== key) last = { key, made: make(key) };
    return last.made;
  };
}
