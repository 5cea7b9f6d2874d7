import type { Scalar } from '../page.ts';
import type { ValueType } from '../column-type.ts';
import type { ApplyCall, CallSite, Evaluation, Expression } from '../expression.ts';
import type { Parameter } from './arguments.ts';
import { checkArguments, signatureOf } from './arguments.ts';
import { callOf, nullOf } from './call.ts';
import type { FunctionDefinition, FunctionExample, OptionName } from './definition.ts';
import type { RowFunction } from './apply.ts';
import { applyRows } from './apply.ts';

/** A call whose operands have been checked. */
interface CheckedCall {
  readonly site: CallSite;
  readonly operands: readonly Expression[];
  readonly type: ValueType;
  readonly evaluation: Evaluation;
}

interface Described {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly parameters: readonly Parameter[];
  /** The type of the result, or a function of the types of the operands; then `label` describes it in signatures. */
  readonly returns: ValueType | ((types: readonly ValueType[]) => ValueType);
  readonly label?: string;
  readonly description: string;
  readonly examples: readonly FunctionExample[];
  readonly options?: readonly OptionName[];
}

/** A function of one value of each operand. */
export interface ScalarFunction extends Described {
  readonly row: RowFunction;
}

/** A function that prepares its evaluation once the operands are known. */
export interface PreparedFunction extends Described {
  readonly prepare: (call: CheckedCall) => ApplyCall;
  /** True if a null operand does not make the result null. */
  readonly takesNull?: true;
}

/** Returns the definition of a function of single values. */
export function scalar(definition: ScalarFunction): FunctionDefinition {
  const { row } = definition;
  return prepared({ ...definition, prepare: ({ type }) => applyRows(type, row) });
}

/** Returns the definition of a function that prepares its evaluation for the given operands. */
export function prepared(definition: PreparedFunction): FunctionDefinition {
  const { name, aliases, parameters, returns, description, examples, options } = definition;
  const label = definition.label ?? (typeof returns === 'string' ? returns : 'any type');
  return {
    name,
    ...(aliases === undefined ? {} : { aliases }),
    ...(options === undefined ? {} : { options }),
    signature: signatureOf(name, parameters, label),
    description,
    examples,
    resolve(site, evaluation) {
      const operands = checkArguments(site, parameters, evaluation);
      const types = operands.map(({ type }) => type);
      const type = typeof returns === 'string' ? returns : returns(types);
      const isNull = definition.takesNull !== true && types.includes('null');
      if (isNull) return nullOf(site.place, type);
      const apply = definition.prepare({ site, operands, type, evaluation });
      return callOf(site, { type, operands, apply });
    },
  };
}

/** Returns an operand as a text. */
export function text(operands: readonly (Scalar | undefined)[], at: number): string {
  return String(operands[at]);
}

/** Returns an operand as a number; `instead` if it was omitted. */
export function number(operands: readonly (Scalar | undefined)[], at: number, instead = 0): number {
  return Number(operands[at] ?? instead);
}
