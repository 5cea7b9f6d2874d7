import type { Block } from '../../block.ts';
import type { CallContext, CallSite, Expression } from '../../expression.ts';
import { wrongType } from '../arguments.ts';
import { callOf, ordinalOf } from '../call.ts';
import type { FunctionDefinition } from '../definition.ts';
import type { Dense } from '../kernels/dense.ts';
import { pack, toDense } from '../kernels/dense.ts';

/** Returns the operands of a logical operator. Throws a QueryProblem if one is neither a boolean nor null. */
function booleans(site: CallSite): readonly Expression[] {
  for (const [at, operand] of site.operands.entries()) {
    if (operand.type === 'boolean' || operand.type === 'null') continue;
    const ordinal = ordinalOf(at, site.operands.length);
    throw wrongType(operand, { text: site.place.text, ordinal, label: 'boolean' });
  }
  return site.operands;
}

/**
 * Combines two columns of booleans: if one operand is the `winner` (false for `and`, true for `or`), so is the result,
 * even if the other is null; otherwise the result is null if an operand is null.
 */
export function joinTruth(winner: 0 | 1, operands: readonly Block[], call: CallContext): Block {
  const [left, right] = operands.map((block) => toDense(block, call));
  if (left === undefined || right === undefined) throw new TypeError('two operands expected');
  const out = new Float64Array(call.rows);
  if (left.valid === undefined && right.valid === undefined) {
    joinPlain(winner, { left, right, out });
    return pack(out, undefined, call.rows);
  }
  const valid = new Uint8Array(call.rows);
  for (let row = 0; row < call.rows; row++) {
    const a = stateOf(left, row);
    const b = stateOf(right, row);
    if (a === winner || b === winner) out[row] = winner;
    else if (a !== undefined && b !== undefined) out[row] = 1 - winner;
    else continue;
    valid[row] = 1;
  }
  return pack(out, valid, call.rows);
}

function stateOf({ values, valid }: Dense, row: number): number | undefined {
  return valid !== undefined && valid[row] !== 1 ? undefined : Number(values[row]);
}

interface Plain {
  readonly left: Dense;
  readonly right: Dense;
  readonly out: Float64Array;
}

function joinPlain(winner: 0 | 1, { left, right, out }: Plain): void {
  const a = left.values;
  const b = right.values;
  if (winner === 0) {
    for (let row = 0; row < out.length; row++) out[row] = a[row] === 1 && b[row] === 1 ? 1 : 0;
  } else {
    for (let row = 0; row < out.length; row++) out[row] = a[row] === 1 || b[row] === 1 ? 1 : 0;
  }
}

function negate(operands: readonly Block[], call: CallContext): Block {
  const [block] = operands;
  if (block === undefined) throw new TypeError('an operand expected');
  const { values, valid } = toDense(block, call);
  const out = new Float64Array(call.rows);
  for (let row = 0; row < call.rows; row++) out[row] = values[row] === 1 ? 0 : 1;
  return pack(out, valid, call.rows);
}

/** `and`, `or` and `not`, with null as the third truth value. */
export const logicFunctions: readonly FunctionDefinition[] = [
  {
    name: 'and',
    signature: 'a AND b',
    description: 'True if both are true; false if one is false, even if the other is null.',
    examples: [
      { call: 'true AND false', gives: false },
      { call: 'null AND false', gives: false },
      { call: 'null AND true', gives: null },
    ],
    resolve: (site) =>
      callOf(site, {
        type: 'boolean',
        operands: booleans(site),
        apply: (operands, call) => joinTruth(0, operands, call),
      }),
  },
  {
    name: 'or',
    signature: 'a OR b',
    description: 'True if one is true, even if the other is null; false if both are false.',
    examples: [
      { call: 'true OR null', gives: true },
      { call: 'false OR null', gives: null },
      { call: 'false OR false', gives: false },
    ],
    resolve: (site) =>
      callOf(site, {
        type: 'boolean',
        operands: booleans(site),
        apply: (operands, call) => joinTruth(1, operands, call),
      }),
  },
  {
    name: 'not',
    signature: 'NOT a',
    description: 'True for false, false for true, null for null.',
    examples: [
      { call: 'NOT true', gives: false },
      { call: 'NOT (1 == 2)', gives: true },
      { call: 'NOT null', gives: null },
    ],
    resolve: (site) => callOf(site, { type: 'boolean', operands: booleans(site), apply: negate }),
  },
];
