import type { Scalar } from '../cells.ts';
import { isList } from '../cells.ts';
import type { ValueType } from '../column-type.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import { mapKey } from '../map-key.ts';
import { comparerOf } from '../values.ts';
import type { CellBody } from './call.ts';
import { callOf, nullOf, ofValues } from './call.ts';
import { alignOperands } from './comparison.ts';
import type { FunctionDefinition } from './define.ts';
import { joinTruth } from './logic.ts';
import { multiValueProblem } from './problems.ts';
import { commonType, widen } from './widen.ts';

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
    return callOf(site, { type: 'boolean', operands: [value, ...items], body: anyEqual(type) });
  }
  const constants = items.map((item) => (item.kind === 'constant' ? item.values[0] : undefined));
  return callOf(site, { type: 'boolean', operands: [value], body: inSet(constants) });
}

/** Looks up each value in the list; if it is not found and the list contains a null, the result is null. */
function inSet(constants: readonly (Scalar | undefined)[]): CellBody {
  const known = new Set(constants.filter((value) => value !== undefined).map(mapKey));
  const otherwise = constants.includes(undefined) ? null : false;
  return ofValues((value: Scalar) => known.has(mapKey(value)) || otherwise);
}

/** Compares each value with the items of its row. */
function anyEqual(type: ValueType): CellBody {
  const compare = comparerOf(type);
  return ([value = null, ...items], settle) => {
    const equal = items.map((item) => {
      if (value === null || item === null) return null;
      if (isList(value) || isList(item)) return settle(() => multiValueProblem);
      return Number(compare(value, item) === 0);
    });
    return joinTruth(1, equal, settle);
  };
}

/** `IN`. */
export const membership: FunctionDefinition = {
  name: 'in',
  signature: 'a IN (b, …)',
  description:
    'True if the value is equal to one of the list; if it is not, null if the list contains a null.',
  resolve: resolveIn,
};
