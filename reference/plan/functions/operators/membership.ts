import type { Scalar } from '../../block.ts';
import type { ValueType } from '../../column-type.ts';
import type { ApplyCall, CallSite, Evaluation, Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import { callOf, nullOf } from '../call.ts';
import { blockOf } from '../evaluate.ts';
import type { FunctionDefinition } from '../definition.ts';
import { applyRows } from '../kernels/rows.ts';
import { widen, commonType } from '../widen.ts';
import { alignOperands, comparisonOf } from './comparison.ts';
import { joinTruth } from './logic.ts';

function resolveIn(site: CallSite, evaluation: Evaluation): Expression {
  const [first, ...list] = site.operands;
  if (first === undefined || list.length === 0) {
    throw new QueryProblem(site.place, '[IN] needs a value and a list');
  }
  const pairs = list.map((item) => alignOperands(first, item, { site, evaluation }));
  const type = pairs.reduce<ValueType>(
    (sum, [, item]) => commonType(sum, item.type) ?? sum,
    first.type,
  );
  if (first.type === 'null') return nullOf(site.place, 'boolean');
  const value = widen(first, type);
  const items = pairs.map(([, item]) => widen(item, type));
  const isConstant = items.every((item) => item.kind === 'constant' && item.values.length <= 1);
  if (!isConstant) {
    return callOf(site, { type: 'boolean', operands: [value, ...items], apply: anyEqual(type) });
  }
  const constants = items.map((item) => (item.kind === 'constant' ? item.values[0] : undefined));
  return callOf(site, { type: 'boolean', operands: [value], apply: inSet(constants) });
}

/** Looks up each value in the list; if it is not found and the list contains a null, the result is null. */
function inSet(constants: readonly (Scalar | undefined)[]): ApplyCall {
  const known = new Set(constants.filter((value) => value !== undefined).map(keyOf));
  const otherwise = constants.includes(undefined) ? undefined : 0;
  return applyRows('boolean', ([value = '']) => (known.has(keyOf(value)) ? 1 : otherwise));
}

/** Returns the same key for a number and an equal bigint. */
function keyOf(value: Scalar): Scalar {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function anyEqual(type: ValueType): ApplyCall {
  const equal = comparisonOf('==', type);
  return function* inTurns([value, first, ...items], call) {
    if (value === undefined || first === undefined) throw new TypeError('two operands expected');
    let found = yield* blockOf(equal([value, first], call));
    for (const item of items) {
      const test = yield* blockOf(equal([value, item], call));
      found = joinTruth(1, [found, test], call);
      if (call.evaluation.isDue?.() === true) yield;
    }
    return found;
  };
}

/** `IN`. */
export const membershipFunctions: readonly FunctionDefinition[] = [
  {
    name: 'in',
    signature: 'a IN (b, …)',
    description:
      'True if the value is equal to one of the list; if it is not, null if the list contains a null.',
    examples: [
      { call: '2 IN (1, 2, 3)', gives: true },
      { call: '"d" IN ("a", "b")', gives: false },
      { call: '4 IN (1, null)', gives: null },
      { call: '1 IN (1, null)', gives: true },
      { call: '"10.0.0.1"::ip IN ("10.0.0.1", "10.0.0.2")', gives: true },
      { call: '2.0 IN (1, 2)', gives: true },
    ],
    resolve: resolveIn,
  },
];
