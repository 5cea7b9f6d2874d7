import { comparerOf } from '../../values.ts';
import { applyLists } from '../apply.ts';
import { callOf, nullOf } from '../call.ts';
import { defineCall } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { unify } from './case.ts';

function extreme(name: string, description: string, sign: 1 | -1): FunctionDefinition {
  const signature = `${name}(value…: any type): the type of the values`;
  return defineCall(signature, description, ({ site, operands: given, types }) => {
    const { type, operands } = unify(site, given, [...given.keys()]);
    if (types.includes('null')) return nullOf(site.place, type);
    const compare = comparerOf(type);
    const apply = applyLists((...lists) => {
      if (lists.some(({ length }) => length === 0)) return null;
      return lists.flat().reduce((best, value) => (compare(value, best) * sign > 0 ? value : best));
    });
    return callOf(site, { type, operands, apply });
  });
}

/** `greatest` and `least`. */
export const extremeFunctions: readonly FunctionDefinition[] = [
  extreme('greatest', 'The greatest of several values; null if one of them is null.', 1),
  extreme('least', 'The least of several values; null if one of them is null.', -1),
];
