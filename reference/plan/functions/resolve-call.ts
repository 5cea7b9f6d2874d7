import { finishWork } from '../../base/work.ts';
import type { CallExpression, CallSite, Evaluation, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import { valuesOf } from '../page.ts';
import { withOptions } from './settings.ts';
import { evaluate } from './evaluate.ts';
import { findFunction, functionNames } from './registry.ts';
import { didYouMean } from '../../base/similar-names.ts';

/**
 * Takes a call whose operands have types; returns the typed expression, a constant if all operands are constants.
 * Throws a QueryProblem if the function is unknown or the operands are wrong.
 */
export function resolveCall(site: CallSite, evaluation: Evaluation): Expression {
  const definition = findFunction(site.name);
  if (definition === undefined) {
    throw new QueryProblem(
      site.place,
      `Unknown function [${site.name}]${didYouMean(site.name, functionNames)}`,
    );
  }
  const resolved = definition.resolve(site, withOptions(site, definition.signature, evaluation));
  if (resolved.kind !== 'call') return resolved;
  return resolved.operands.every(({ kind }) => kind === 'constant')
    ? fold(resolved, evaluation)
    : resolved;
}

function fold(call: CallExpression, evaluation: Evaluation): Expression {
  const [cell] = finishWork(evaluate(call, { rows: 1, columns: [] }, evaluation));
  return { kind: 'constant', type: call.type, place: call.place, values: valuesOf(cell) };
}
