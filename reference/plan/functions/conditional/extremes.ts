import type { FunctionDefinition } from '../definition.ts';
import { any } from '../accepts.ts';
import { checkArguments } from '../arguments.ts';
import { callOf, nullOf } from '../call.ts';
import { applyLists } from '../apply.ts';
import { comparerOf } from '../../values.ts';
import { unify } from './case.ts';

function extreme(
  name: 'greatest' | 'least',
  sign: 1 | -1,
  described: Pick<FunctionDefinition, 'description' | 'examples'>,
): FunctionDefinition {
  return {
    name,
    signature: `${name}(value…: any type): the type of the values`,
    ...described,
    resolve(site, evaluation) {
      const parameters = [{ name: 'value', accepts: any, repeated: true as const }];
      const checked = checkArguments(site, parameters, evaluation);
      const { type, operands } = unify(site, checked, [...checked.keys()]);
      if (checked.some((operand) => operand.type === 'null')) return nullOf(site.place, type);
      const compare = comparerOf(type);
      const apply = applyLists(type, (lists) => {
        if (lists.some((values) => values.length === 0)) return undefined;
        return lists
          .flat()
          .reduce((best, value) => (compare(value, best) * sign > 0 ? value : best));
      });
      return callOf(site, { type, operands, apply });
    },
  };
}

/** `greatest` and `least`. */
export const extremeFunctions: readonly FunctionDefinition[] = [
  extreme('greatest', 1, {
    description: 'The greatest of several values; null if one of them is null.',
    examples: [
      { call: 'greatest(10, 20, 5)', gives: 20 },
      { call: 'greatest("a", "b")', gives: 'b' },
      { call: 'greatest(1, 2.5)', gives: 2.5 },
      { call: 'greatest(1, null)', gives: null },
    ],
  }),
  extreme('least', -1, {
    description: 'The least of several values; null if one of them is null.',
    examples: [
      { call: 'least(10, 20, 5)', gives: 5 },
      { call: 'least([4, 3], 7)', gives: 3 },
    ],
  }),
];
