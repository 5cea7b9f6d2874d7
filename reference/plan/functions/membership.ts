import { compareValues } from '../../base/order.ts';
import type { Cell } from '../cells.ts';
import { isList } from '../cells.ts';
import type { ValueType } from '../column-type.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { CellBody } from './call.ts';
import { callOf, nullOf } from './call.ts';
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
  return callOf(site, { type: 'boolean', operands: [value, ...items], body: anyEqual });
}

/** Compares a value with the items of its row. */
const anyEqual: CellBody = function* inSteps([value = null, ...items], settle) {
  const equal: Cell[] = [];
  for (const item of items) {
    const isSeveral = isList(value) || isList(item);
    if (value === null || item === null) equal.push(null);
    else if (isSeveral) equal.push(settle(() => multiValueProblem));
    else equal.push(Number(compareValues(value, item) === 0));
    yield;
  }
  return joinTruth(1, equal, settle);
};

/** `IN`. */
export const membership: FunctionDefinition = {
  name: 'in',
  signature: 'a IN (b, …)',
  description:
    'True if the value is equal to one of the list; if it is not, null if the list contains a null.',
  resolve: resolveIn,
};
