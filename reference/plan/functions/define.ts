import { at } from '../../base/assert.ts';
import type { Work } from '../../base/work.ts';
import type { ValueType } from '../column-type.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import type { Parameter } from './arguments.ts';
import { acceptsOf, checkArguments, unify } from './arguments.ts';
import type { CellBody, ListBody, RowBody } from './call.ts';
import { callOf, nullOf, ofLists, ofValues } from './call.ts';

/** A function, operator or aggregate of the query language. */
export interface Described {
  readonly name: string;
  /** Further names. */
  readonly aliases?: readonly string[];
  /** For example `left(string: string, length: integer): keyword`. */
  readonly signature: string;
  readonly description: string;
}

/** A function or operator of the query language. */
export interface FunctionDefinition extends Described {
  /** Returns the typed call, or work that returns it. Throws a QueryProblem if the operands are wrong. */
  readonly resolve: (site: CallSite, evaluation: Evaluation) => Expression | Work<Expression>;
}

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

/** Parameters that must be constants. */
const constants: readonly string[] = ['order', 'interval', 'percentile', 'limit', 'precision'];

/**
 * Parses `substring(string: string, start: integer, length?: integer): keyword`; `…` after a name: any number. Options
 * in braces are no parameters. Returns the name, and a function that checks the operands of a call.
 */
export function readSignature(signature: string) {
  const [, name = '', list = '', returns = ''] = /^(\w+)\(([^{]*).*\): (.*)$/.exec(signature) ?? [];
  const parameters = Array.from(
    list.matchAll(/(\w+)([?…]?): ([^,]+)/g),
    ([, own = '', mark, label = '']): Parameter => ({
      name: own,
      accepts: acceptsOf(label),
      optional: mark === '?',
      repeated: mark === '…',
      constant: constants.includes(own),
    }),
  );
  return {
    name,
    check: (site: CallSite, evaluation: Evaluation): CheckedCall => {
      const given = checkArguments(site, parameters, evaluation);
      const isUnified = returns === 'the type of the values';
      const { type: common, operands } = unify(site, given, () => isUnified);
      const own = /^the type of (\w+)$/.exec(returns)?.[1];
      const like = operands[parameters.findIndex(({ name }) => name === own)]?.type ?? 'null';
      const type = own === undefined ? (returns as ValueType) : like;
      const types = operands.map(({ type }) => type);
      return { site, operands, types, type: isUnified ? common : type, evaluation };
    },
  };
}

/** Returns the definition of a function that makes the typed call itself once its operands are checked. */
export function defineCall(
  signature: string,
  description: string,
  resolve: (call: CheckedCall) => Expression,
): FunctionDefinition {
  const { name, check } = readSignature(signature);
  return {
    name,
    signature,
    description,
    resolve: (site, evaluation) => resolve(check(site, evaluation)),
  };
}

/** Returns the definition of a function of cells; the result for an operand of the null type is null. */
export function defineCells(
  signature: string,
  description: string,
  prepare: (call: CheckedCall) => CellBody,
): FunctionDefinition {
  return defineCall(signature, description, (call) => {
    const { site, operands, types, type } = call;
    if (types.includes('null')) return nullOf(site.place, type);
    return callOf(site, { type, operands, body: prepare(call) });
  });
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
  return defineCells(signature, description, (call) => ofValues(prepare(call)));
}

/** Returns the definition of a function of lists of values, none of which is empty: then the result is null. */
export function defineLists(
  signature: string,
  description: string,
  body: (type: ValueType) => ListBody,
): FunctionDefinition {
  return defineCells(signature, description, ({ types }) => ofLists(body(at(types, 0))));
}
