import { any } from '../accepts.ts';
import { checkArguments } from '../arguments.ts';
import { callOf } from '../call.ts';
import type { FunctionDefinition, FunctionExample } from '../definition.ts';
import { applyLists } from '../apply.ts';

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
        apply: applyLists('boolean', ([values]) =>
          values?.length === 0 ? whenNull : 1 - whenNull,
        ),
      }),
  };
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
