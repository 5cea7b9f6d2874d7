import type { Block } from '../../block.ts';
import { countAt } from '../../block.ts';
import type { CallContext } from '../../expression.ts';
import { any } from '../accepts.ts';
import { checkArguments } from '../arguments.ts';
import { callOf } from '../call.ts';
import type { FunctionDefinition, FunctionExample } from '../definition.ts';
import { pack } from '../kernels/dense.ts';

function nullTest(
  name: 'is_null' | 'is_not_null',
  signature: string,
  { description, examples }: { description: string; examples: readonly FunctionExample[] },
): FunctionDefinition {
  const whenNull = name === 'is_null' ? 1 : 0;
  return {
    name,
    signature,
    description,
    examples,
    resolve: (site, evaluation) =>
      callOf(site, {
        type: 'boolean',
        operands: checkArguments(site, [{ name: 'a', accepts: any }], evaluation),
        apply: ([block], call) => testNulls(block, whenNull, call),
      }),
  };
}

function testNulls(block: Block | undefined, whenNull: 0 | 1, { rows }: CallContext): Block {
  if (block === undefined) throw new TypeError('an operand expected');
  if (block.kind === 'constant') {
    return {
      kind: 'constant',
      rows,
      values: [block.values.length === 0 ? whenNull : 1 - whenNull],
    };
  }
  if (block.starts === undefined) return { kind: 'constant', rows, values: [1 - whenNull] };
  const out = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    out[row] = countAt(block, row) === 0 ? whenNull : 1 - whenNull;
  }
  return pack(out, undefined, rows);
}

/** `IS NULL` and `IS NOT NULL`. */
export const nullTestFunctions: readonly FunctionDefinition[] = [
  nullTest('is_null', 'a IS NULL', {
    description: 'True if there is no value; never null.',
    examples: [
      { call: 'null IS NULL', gives: true },
      { call: '[1, 2] IS NULL', gives: false },
    ],
  }),
  nullTest('is_not_null', 'a IS NOT NULL', {
    description: 'True if there is at least one value; never null.',
    examples: [{ call: '"" IS NOT NULL', gives: true }],
  }),
];
