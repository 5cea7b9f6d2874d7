import { at } from '../../base/assert.ts';
import type { ValueType } from '../column-type.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { acceptsOf } from './accepts.ts';
import type { ListBody, RowBody } from './apply.ts';
import { applyLists, applyRows } from './apply.ts';
import type { Parameter } from './arguments.ts';
import { checkArguments } from './arguments.ts';
import { callOf, nullOf } from './call.ts';
import type { FunctionDefinition } from './definition.ts';

/** A call whose operands have been checked. */
export interface CheckedCall {
  readonly site: CallSite;
  readonly operands: readonly Expression[];
  /** The types of the operands. */
  readonly types: readonly ValueType[];
  /** The type of the result. */
  readonly type: ValueType;
  readonly evaluation: Evaluation;
}

/** The parts of the text of a signature. */
interface Signature {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly returns: string;
}

/** Parameters that must be constants. */
const constants: readonly string[] = ['order', 'interval'];

/**
 * Parses `substring(string: string, start: integer, length?: integer): keyword`; `…` after a name: any number. Options
 * in braces are no parameters.
 */
function parseSignature(signature: string): Signature {
  const [, name = '', list = '', returns = ''] = /^(\w+)\(([^{]*).*\): (.*)$/.exec(signature) ?? [];
  const parameters = Array.from(
    list.matchAll(/(\w+)([?…]?): ([^,]+)/g),
    ([, own = '', mark, label = '']): Parameter => ({
      name: own,
      accepts: acceptsOf(label),
      ...(mark === '?' ? { optional: true } : {}),
      ...(mark === '…' ? { repeated: true } : {}),
      ...(constants.includes(own) ? { constant: true } : {}),
    }),
  );
  return { name, parameters, returns };
}

/** Returns the definition of a function that makes the typed call itself once its operands are checked. */
export function defineCall(
  signature: string,
  description: string,
  resolve: (call: CheckedCall) => Expression,
): FunctionDefinition {
  const { name, parameters, returns } = parseSignature(signature);
  return {
    name,
    signature,
    description,
    resolve(site, evaluation) {
      const operands = checkArguments(site, parameters, evaluation);
      const named = new Map(parameters.map(({ name: own }, nth) => [own, operands[nth]]));
      const types = operands.map(({ type }) => type);
      return resolve({ site, operands, types, type: resultType(returns, named), evaluation });
    },
  };
}

/** Returns the type of a result: the named one, or that of the parameter in `the type of field`. */
function resultType(
  returns: string,
  named: ReadonlyMap<string, Expression | undefined>,
): ValueType {
  const parameter = /^the type of (\w+)$/.exec(returns)?.[1];
  return parameter === undefined ? (returns as ValueType) : (named.get(parameter)?.type ?? 'null');
}

/** Returns the definition of a function of single values. */
export function define(signature: string, description: string, body: RowBody): FunctionDefinition {
  return defineFor(signature, description, () => body);
}

/** Like `define`; `prepare` returns the function for the operands of a call. */
export function defineFor(
  signature: string,
  description: string,
  prepare: (call: CheckedCall) => RowBody,
): FunctionDefinition {
  return defineCall(signature, description, (call) => {
    const { site, operands, types, type } = call;
    if (types.includes('null')) return nullOf(site.place, type);
    return callOf(site, { type, operands, apply: applyRows(prepare(call)) });
  });
}

/** Returns the definition of a function of lists of values, none of which is empty: then the result is null. */
export function defineLists(
  signature: string,
  description: string,
  body: (type: ValueType) => ListBody,
): FunctionDefinition {
  return defineCall(signature, description, ({ site, operands, types, type }) => {
    if (types.includes('null')) return nullOf(site.place, type);
    const own = body(at(types, 0));
    const apply = applyLists((...lists) =>
      lists.some(({ length }) => length === 0) ? undefined : own(...lists),
    );
    return callOf(site, { type, operands, apply });
  });
}
