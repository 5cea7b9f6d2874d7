import { at } from '../../../base/assert.ts';
import type { Cell, Cells, Page } from '../../page.ts';
import { isList, repeated } from '../../page.ts';
import type { ValueType } from '../../column-type.ts';
import type {
  CallExpression,
  CallSite,
  CellsInTurns,
  Evaluation,
  EvaluationProblem,
  Expression,
} from '../../expression.ts';
import { evaluateRows } from '../../expression-columns.ts';
import { acceptsOf } from '../accepts.ts';
import { checkArguments, wrongType } from '../arguments.ts';
import { ordinalOf, typeName } from '../call.ts';
import type { CheckedCall } from '../define.ts';
import { defineCall } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { multiValueProblem } from '../problems.ts';
import { commonType, widen } from '../widen.ts';

interface Lazy {
  readonly type: ValueType;
  readonly operands: readonly Expression[];
  /** Computes cells for all rows of a page; the operands are evaluated only in the rows that need them. */
  readonly fill: (rows: LazyRows) => Generator<undefined, void, void>;
}

/** The rows of a page, and their cells so far. */
interface LazyRows {
  readonly all: readonly number[];
  /** Evaluates an expression in some rows. */
  readonly evaluate: (expression: Expression, rows: readonly number[]) => CellsInTurns;
  readonly put: (rows: readonly number[], cells: Cells) => void;
  readonly warn: (problem: EvaluationProblem) => void;
}

/** Returns the expression of a call that evaluates each operand only in the rows that need it. */
function lazyCall({ name, place }: CallSite, { type, operands, fill }: Lazy): CallExpression {
  function* compute(page: Page, evaluation: Evaluation): CellsInTurns {
    const result: Cell[] = [...repeated(null, page.rows)];
    yield* fill({
      all: [...result.keys()],
      evaluate: (expression, rows) => evaluateRows(expression, { page, rows }, evaluation),
      put(rows, cells) {
        for (const [index, row] of rows.entries()) result[row] = cells[index] ?? null;
      },
      warn: (problem) => evaluation.warn(place, problem),
    });
    return result;
  }
  return { kind: 'call', name, place, type, operands, compute };
}

/** Widens the operands at some positions to their common type. Throws a QueryProblem if there is no such type. */
export function unify(
  site: CallSite,
  operands: readonly Expression[],
  positions: readonly number[],
): { readonly type: ValueType; readonly operands: readonly Expression[] } {
  let type: ValueType = 'null';
  for (const position of positions) {
    const operand = at(operands, position);
    const common = commonType(type, operand.type);
    if (common === undefined) {
      const ordinal = ordinalOf(position, Infinity);
      throw wrongType(operand, { text: site.place.text, ordinal, label: typeName(type) });
    }
    type = common;
  }
  const wanted = new Set(positions);
  return {
    type,
    operands: operands.map((operand, at) => (wanted.has(at) ? widen(operand, type) : operand)),
  };
}

function resolveCase(site: CallSite, evaluation: Evaluation): Expression {
  const parameters = [
    { name: 'condition', accepts: acceptsOf('any type') },
    { name: 'trueValue', accepts: acceptsOf('any type'), repeated: true as const },
  ];
  const checked = checkArguments(site, parameters, evaluation);
  const isValue = (at: number): boolean => at % 2 === 1 || at === checked.length - 1;
  for (const [at, operand] of checked.entries()) {
    if (isValue(at) || operand.type === 'boolean' || operand.type === 'null') continue;
    const ordinal = ordinalOf(at, Infinity);
    throw wrongType(operand, { text: site.place.text, ordinal, label: 'boolean' });
  }
  const positions = [...checked.keys()].filter(isValue);
  const { type, operands } = unify(site, checked, positions);
  return lazyCall(site, { type, operands, fill: (rows) => fillCase(operands, rows) });
}

function* fillCase(
  operands: readonly Expression[],
  { all, evaluate, put, warn }: LazyRows,
): Generator<undefined, void, void> {
  let rows = all;
  for (let nth = 0; nth < operands.length && rows.length > 0; nth += 2) {
    const first = at(operands, nth);
    const second = operands[nth + 1];
    const cells = yield* evaluate(first, rows);
    if (second === undefined) {
      put(rows, cells);
      return;
    }
    for (const cell of cells) if (isList(cell)) warn(multiValueProblem);
    const chosen = rows.filter((_, index) => cells[index] === 1);
    if (chosen.length > 0) put(chosen, yield* evaluate(second, chosen));
    rows = rows.filter((_, index) => cells[index] !== 1);
  }
}

function resolveCoalesce({ site, operands: given }: CheckedCall): Expression {
  const { type, operands } = unify(site, given, [...given.keys()]);
  return lazyCall(site, { type, operands, fill: (rows) => fillCoalesce(operands, rows) });
}

function* fillCoalesce(
  operands: readonly Expression[],
  { all, evaluate, put }: LazyRows,
): Generator<undefined, void, void> {
  let rows = all;
  for (const operand of operands) {
    if (rows.length === 0) return;
    const cells = yield* evaluate(operand, rows);
    put(rows, cells);
    rows = rows.filter((_, index) => (cells[index] ?? null) === null);
  }
}

/** `case` and `coalesce`. */
export const caseFunctions: readonly FunctionDefinition[] = [
  {
    name: 'case',
    signature:
      'case(condition: boolean, value: any type, …, else?: the same): the type of the values',
    description:
      'The value after the first condition that is true, else the last value, else null; the others are not evaluated.',
    resolve: resolveCase,
  },
  defineCall(
    'coalesce(value…: any type): the type of the values',
    'The first value that is not null; those after it are not evaluated.',
    resolveCoalesce,
  ),
];
