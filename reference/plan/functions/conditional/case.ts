import { at } from '../../../base/assert.ts';
import type { Block, Page } from '../../block.ts';
import { countAt, valueAt } from '../../block.ts';
import type { ValueType } from '../../column-type.ts';
import type {
  ApplyCall,
  BlockInTurns,
  CallExpression,
  CallSite,
  Evaluation,
  Expression,
} from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import type { SourceLocation } from '../../syntax.ts';
import { any, span } from '../accepts.ts';
import { asConstant, checkArguments, wrongType } from '../arguments.ts';
import { nullOf, ordinalOf, typeName } from '../call.ts';
import type { FunctionDefinition } from '../definition.ts';
import { multiValueProblem } from '../kernels/problems.ts';
import { commonType, widen } from '../widen.ts';
import type { Part, Rows } from './rows-of.ts';
import { evaluateRows, mergeParts } from './rows-of.ts';

type Run = NonNullable<CallExpression['run']>;

/** Returns the expression of a call that evaluates each operand only in the rows that need it. */
function lazyCall(
  site: CallSite,
  type: ValueType,
  { operands, run }: { operands: readonly Expression[]; run: Run },
): CallExpression {
  const apply: ApplyCall = (blocks, { rows, evaluation }) => {
    const columns = operands.map(({ type: own, place }, at): Expression => ({
      kind: 'column',
      type: own,
      place,
      at,
    }));
    return run(columns, { rows, blocks }, evaluation);
  };
  return { kind: 'call', name: site.name, place: site.place, type, operands, apply, run };
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

/** Returns the span of time that constant conditions choose; undefined if no value is a span. */
function chooseSpan(site: CallSite): Expression | undefined {
  const { operands, place } = site;
  const isValue = (at: number): boolean => at % 2 === 1 || at === operands.length - 1;
  const spans = operands.filter(({ type }, at) => isValue(at) && span.has(type));
  const [first] = spans;
  if (first === undefined) return undefined;
  for (const [nth, operand] of operands.entries()) {
    const wanted = isValue(nth) ? first.type : 'boolean';
    if (operand.type !== wanted && operand.type !== 'null') {
      throw wrongType(operand, {
        text: place.text,
        ordinal: ordinalOf(nth, Infinity),
        label: wanted,
      });
    }
    if (asConstant(operand).kind === 'constant') continue;
    const reason = `must be a constant, received [${operand.place.text}]`;
    throw new QueryProblem(place, `${ordinalOf(nth, Infinity)} of [${place.text}] ${reason}`);
  }
  const chosen = operands.findIndex((operand, nth) => {
    const condition = asConstant(operand);
    return nth % 2 === 0 && condition.kind === 'constant' && condition.values[0] === 1;
  });
  const last = operands.length % 2 === 1 ? operands.at(-1) : undefined;
  const found = chosen < 0 ? last : operands[chosen + 1];
  return found === undefined ? nullOf(place, first.type) : { ...found, place };
}

function resolveCase(site: CallSite, evaluation: Evaluation): Expression {
  const chosen = chooseSpan(site);
  if (chosen !== undefined) return chosen;
  const parameters = [
    { name: 'condition', accepts: any },
    { name: 'trueValue', accepts: any, repeated: true as const },
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
  const run: Run = (own, page, around) =>
    runCase(own, page, { evaluation: around, type, place: site.place });
  return lazyCall(site, type, { operands, run });
}

interface Around {
  readonly evaluation: Evaluation;
  readonly type: ValueType;
  readonly place: SourceLocation;
}

function* runCase(operands: readonly Expression[], page: Page, around: Around): BlockInTurns {
  const { evaluation, type } = around;
  const parts: Part[] = [];
  let rows: Rows;
  for (let at = 0; at < operands.length; at += 2) {
    const first = operands[at];
    const second = operands[at + 1];
    if (first === undefined || rows?.length === 0) break;
    const block = yield* evaluateRows(first, { page, rows }, evaluation);
    if (second === undefined) parts.push({ rows, block });
    else {
      const { yes, no } = divide(block, { rows, count: page.rows }, around);
      if (yes === undefined || yes.length > 0) {
        const chosen = yield* evaluateRows(second, { page, rows: yes }, evaluation);
        parts.push({ rows: yes, block: chosen });
      }
      if (yes === undefined) break;
      rows = no;
    }
  }
  return mergeParts(parts, type, page.rows);
}

interface Divided {
  /** Undefined: all rows of the page. */
  readonly yes: Rows;
  readonly no: Rows;
}

function divide(
  block: Block,
  { rows, count }: { readonly rows: Rows; readonly count: number },
  { evaluation, place }: Around,
): Divided {
  const total = rows?.length ?? count;
  const yes: number[] = [];
  const no: number[] = [];
  for (let index = 0; index < total; index++) {
    const values = countAt(block, index);
    if (values > 1) evaluation.warn(place, multiValueProblem);
    const isTrue = values === 1 && valueAt(block, index) === 1;
    (isTrue ? yes : no).push(rows === undefined ? index : at(rows, index));
  }
  const among = (chosen: readonly number[]): Rows =>
    chosen.length === count ? undefined : Uint32Array.from(chosen);
  return { yes: among(yes), no: among(no) };
}

function resolveCoalesce(site: CallSite, evaluation: Evaluation): Expression {
  const parameters = [{ name: 'value', accepts: any, repeated: true as const }];
  const checked = checkArguments(site, parameters, evaluation);
  if (checked.length === 0) throw new QueryProblem(site.place, 'error building [coalesce]');
  const { type, operands } = unify(site, checked, [...checked.keys()]);
  const run: Run = (own, page, around) =>
    runCoalesce(own, page, { evaluation: around, type, place: site.place });
  return lazyCall(site, type, { operands, run });
}

function* runCoalesce(
  operands: readonly Expression[],
  page: Page,
  { evaluation, type }: Around,
): BlockInTurns {
  const parts: Part[] = [];
  let rows: Rows;
  for (const operand of operands) {
    const block = yield* evaluateRows(operand, { page, rows }, evaluation);
    const nulls = nullRows(block, rows, page.rows);
    if (nulls.length === 0 && rows === undefined) return block;
    parts.push({ rows: rows ?? Uint32Array.from({ length: page.rows }, (_, row) => row), block });
    rows = nulls;
    if (nulls.length === 0) break;
  }
  return mergeParts(parts, type, page.rows);
}

function nullRows(block: Block, rows: Rows, count: number): Uint32Array {
  const nulls: number[] = [];
  for (let index = 0; index < (rows?.length ?? count); index++) {
    if (countAt(block, index) === 0) nulls.push(rows === undefined ? index : at(rows, index));
  }
  return Uint32Array.from(nulls);
}

/** `case` and `coalesce`. */
export const caseFunctions: readonly FunctionDefinition[] = [
  {
    name: 'case',
    signature:
      'case(condition: boolean, value: any type, …, else?: the same): the type of the values',
    description:
      'The value after the first condition that is true, else the last value, else null; the others are not evaluated.',
    examples: [
      { call: 'case(1 > 2, "a", 2 > 1, "b", "c")', gives: 'b' },
      { call: 'case(false, 1)', gives: null },
      { call: 'case(null, 1, 2)', gives: 2 },
      { call: 'case(true, 1, 2.5)', gives: 1 },
      { call: '"2024-01-31"::date + case(true, 1 day, 2 days)', gives: '2024-02-01T00:00:00.000Z' },
      { call: 'case(false, 1 / 0, 3)', gives: 3, warns: '/ by zero' },
    ],
    resolve: resolveCase,
  },
  {
    name: 'coalesce',
    signature: 'coalesce(value…: any type): the type of the values',
    description: 'The first value that is not null; those after it are not evaluated.',
    examples: [
      { call: 'coalesce(null, 2, 3)', gives: 2 },
      { call: 'coalesce(null, null)', gives: null },
      { call: 'coalesce(null, [1, 2])', gives: [1, 2] },
    ],
    resolve: resolveCoalesce,
  },
];
