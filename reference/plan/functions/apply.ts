import { ServiceError } from '../../base/service-error.ts';
import type { ApplyCall, CallContext, EvaluationProblem } from '../expression.ts';
import type { Cell, Scalar } from '../page.ts';
import { cellOf, isList, valuesOf } from '../page.ts';
import { argumentProblem, multiValueProblem } from './problems.ts';

/**
 * The result of a function for one row: a cell, a list of any length, a truth value, undefined for null, or the problem
 * that makes the row null.
 */
export type RowResult = Cell | boolean | undefined | EvaluationProblem;

/** A function of the value of each operand in a row. It declares the types that its signature accepts. */
export type RowBody = (...values: never[]) => RowResult;

/** A function of the values of each operand in a row (empty: null). */
export type ListBody = (...lists: readonly (readonly Scalar[])[]) => RowResult;

/** Maximum number of values in a computed column of a page: more would block the event loop and use too much memory. */
const maxValues = 2 ** 18;

/** Maximum total length of the texts in a computed column of a page, in UTF-16 code units. */
const maxUnits = 2 ** 26;

function tooLarge(what: string, most: number): ServiceError {
  return new ServiceError(
    'circuit_breaking_exception',
    `[request] Data too large, a computed column would have more than [${most}] ${what} at once`,
  );
}

/** Applies a function of cells to columns, row by row. */
export function applyCells(body: (cells: readonly Cell[]) => RowResult): ApplyCall {
  return function* inTurns(operands, call) {
    const cells: Cell[] = [];
    const size = { values: 0, units: 0 };
    for (let row = 0; row < call.rows; row++) {
      const own = operands.map((column) => column[row] ?? null);
      const cell = cellFrom(orProblem(body, own), call);
      measure(cell, size, call.rows);
      cells.push(cell);
      if (call.evaluation.isDue?.() === true) yield;
    }
    return cells;
  };
}

/** Returns the cell of the result of a function; a problem becomes null with a warning. */
function cellFrom(result: RowResult, { evaluation, place }: CallContext): Cell {
  if (typeof result === 'boolean') return Number(result);
  if (Array.isArray(result)) return cellOf(result);
  if (!isProblem(result)) return result ?? null;
  evaluation.warn(place, result);
  return null;
}

/** Returns what `body` returns; a ServiceError that it throws becomes the problem of the row. */
function orProblem<Operand>(body: (operand: Operand) => RowResult, operand: Operand): RowResult {
  try {
    return body(operand);
  } catch (error) {
    if (error instanceof ServiceError) return argumentProblem(error.reason);
    throw error;
  }
}

/** Adds a cell to the size of a column. Throws circuit_breaking_exception if it becomes too large. */
function measure(cell: Cell, size: { values: number; units: number }, rows: number): void {
  if (typeof cell === 'string') size.units += cell.length;
  if (isList(cell)) {
    size.values += cell.length;
    for (const value of cell) if (typeof value === 'string') size.units += value.length;
  } else size.values++;
  if (size.values > Math.max(rows, maxValues)) throw tooLarge('values', maxValues);
  if (size.units > maxUnits) throw tooLarge('characters', maxUnits);
}

/** Returns whether a function returned a problem instead of a cell. */
function isProblem(result: RowResult): result is EvaluationProblem {
  return typeof result === 'object' && result !== null && 'reason' in result;
}

/**
 * Applies a function of single values: a row is null if an operand is null, and also, with a warning, if an operand has
 * several values.
 */
export function applyRows(body: RowBody): ApplyCall {
  return applyCells((cells) => {
    if (cells.includes(null)) return null;
    return cells.some(isList) ? multiValueProblem : body(...(cells as never[]));
  });
}

/** Applies a function of lists of values. */
export function applyLists(body: ListBody): ApplyCall {
  return applyCells((cells) => body(...cells.map(valuesOf)));
}

/** Applies a function to each value of a column, also of multi-values; a value with a problem is omitted. */
export function applyEach(each: (value: Scalar) => RowResult): ApplyCall {
  return function* inTurns([column = []], call) {
    const cells: Cell[] = [];
    for (let row = 0; row < call.rows; row++) {
      const converted: Scalar[] = [];
      for (const value of valuesOf(column[row])) {
        converted.push(...valuesOf(cellFrom(orProblem(each, value), call)));
        if (call.evaluation.isDue?.() === true) yield;
      }
      cells.push(cellOf(converted));
    }
    return cells;
  };
}
