import type { Work } from '../../base/work.ts';
import { at } from '../../base/assert.ts';
import type { Cell } from '../cells.ts';
import { isList } from '../cells.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { evaluate } from '../expression.ts';
import type { Row } from '../row.ts';
import { acceptsOf, checkArguments, ordinalOf, unify, wrongType } from './arguments.ts';
import { defineCall } from './define.ts';
import type { FunctionDefinition } from './define.ts';
import { multiValueProblem } from './problems.ts';

function resolveCase(site: CallSite, evaluation: Evaluation): Expression {
  const accepts = acceptsOf('any type');
  const parameters = [
    { name: 'condition', accepts },
    { name: 'trueValue', accepts, repeated: true },
  ];
  const checked = checkArguments(site, parameters, evaluation);
  const isValue = (at: number): boolean => at % 2 === 1 || at === checked.length - 1;
  for (const [at, operand] of checked.entries()) {
    if (isValue(at) || operand.type === 'boolean' || operand.type === 'null') continue;
    const ordinal = ordinalOf(at, Infinity);
    throw wrongType(operand, { text: site.place.text, ordinal, label: 'boolean' });
  }
  const { type, operands } = unify(site, checked, isValue);
  const { place } = site;
  function* compute(row: Row, evaluation: Evaluation): Work<Cell> {
    for (let nth = 0; nth < operands.length; nth += 2) {
      const first = yield* evaluate(at(operands, nth), row, evaluation);
      const second = operands[nth + 1];
      if (second === undefined) return first;
      if (isList(first)) evaluation.warn(place, multiValueProblem);
      if (first === 1) return yield* evaluate(second, row, evaluation);
    }
    return null;
  }
  return { kind: 'call', place, type, operands, compute };
}

/** `case` and `coalesce`, which evaluate no more operands than they need. */
export const conditionalFunctions: readonly FunctionDefinition[] = [
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
    ({ site: { place }, type, operands }) => ({
      kind: 'call',
      place,
      type,
      operands,
      *compute(row, evaluation) {
        for (const operand of operands) {
          const cell = yield* evaluate(operand, row, evaluation);
          if (cell !== null) return cell;
        }
        return null;
      },
    }),
  ),
];
