import type { Block } from '../../block.ts';
import type { ApplyCall, CallContext, EvaluationProblem } from '../../expression.ts';
import { numeric } from '../accepts.ts';
import type { Parameter } from '../arguments.ts';
import type { FunctionDefinition, FunctionExample } from '../definition.ts';
import { bothValid, pack, toDense } from '../kernels/dense.ts';
import { arithmeticProblem, warn } from '../kernels/problems.ts';
import { prepared } from '../scalar.ts';

interface Described {
  readonly description: string;
  readonly examples: readonly FunctionExample[];
  /** The reason in the warning if the result is not a finite number. */
  readonly problem?: string;
}

/** Returns the definition of a function of one number that returns a double. */
export function ofNumber(
  name: string,
  compute: (value: number) => number,
  described: Described,
): FunctionDefinition {
  const apply: ApplyCall = (operands, call) => {
    const { values, valid } = numbersOf(operands[0], call);
    const out = new Float64Array(call.rows);
    for (let row = 0; row < call.rows; row++) out[row] = compute(values[row]!);
    return finite(out, valid, { call, problem: described.problem });
  };
  return define(name, [{ name: 'number', accepts: numeric }], { ...described, apply });
}

/** Returns the definition of a function of two numbers that returns a double. */
export function ofNumbers(
  name: string,
  parameters: readonly [string, string],
  described: Described & { readonly compute: (a: number, b: number) => number },
): FunctionDefinition {
  const apply: ApplyCall = (operands, call) => {
    const a = numbersOf(operands[0], call);
    const b = numbersOf(operands[1], call);
    const out = new Float64Array(call.rows);
    for (let row = 0; row < call.rows; row++) {
      out[row] = described.compute(a.values[row]!, b.values[row]!);
    }
    return finite(out, bothValid(a.valid, b.valid), { call, problem: described.problem });
  };
  const own = parameters.map((ownName) => ({ name: ownName, accepts: numeric }));
  return define(name, own, { ...described, apply });
}

function define(
  name: string,
  parameters: readonly Parameter[],
  { description, examples, apply }: Described & { readonly apply: ApplyCall },
): FunctionDefinition {
  const prepare = (): ApplyCall => apply;
  return prepared({ name, parameters, returns: 'double', description, examples, prepare });
}

interface Numbers {
  readonly values: Float64Array;
  readonly valid: Uint8Array | undefined;
}

function numbersOf(block: Block | undefined, call: CallContext): Numbers {
  if (block === undefined) throw new TypeError('an operand expected');
  const { values, valid } = toDense(block, call);
  return {
    values: values instanceof Float64Array ? values : Float64Array.from(values, Number),
    valid,
  };
}

interface Checking {
  readonly call: CallContext;
  readonly problem: string | undefined;
}

function finite(
  out: Float64Array,
  valid: Uint8Array | undefined,
  { call, problem }: Checking,
): Block {
  let kept = valid;
  for (let row = 0; row < call.rows; row++) {
    const value = out[row]!;
    if (Number.isFinite(value) || (kept !== undefined && kept[row] !== 1)) continue;
    if (kept === undefined || kept === valid) {
      kept = valid === undefined ? new Uint8Array(call.rows).fill(1) : valid.slice();
    }
    kept[row] = 0;
    warn(call, problemOf(value, problem));
  }
  return pack(out, kept, call.rows);
}

function problemOf(value: number, problem: string | undefined): EvaluationProblem {
  return arithmeticProblem(problem ?? `not a finite double number: ${value}`);
}
