import { applyCells } from '../apply.ts';
import { checkArguments } from '../arguments.ts';
import { acceptsOf } from '../accepts.ts';
import { callOf } from '../call.ts';
import type { FunctionDefinition } from '../definition.ts';

function nullTest(
  name: string,
  description: string,
  test: (isNull: boolean) => boolean,
): FunctionDefinition {
  return {
    name,
    signature: `a ${name.replaceAll('_', ' ').toUpperCase()}`,
    description,
    resolve(site, evaluation) {
      const parameters = [{ name: 'a', accepts: acceptsOf('any type') }];
      const operands = checkArguments(site, parameters, evaluation);
      return callOf(site, {
        type: 'boolean',
        operands,
        apply: applyCells(([cell]) => test(cell === null)),
      });
    },
  };
}

/** `IS NULL` and `IS NOT NULL`. */
export const nullTestFunctions: readonly FunctionDefinition[] = [
  nullTest('is_null', 'True if there is no value; never null.', (isNull) => isNull),
  nullTest('is_not_null', 'True if there is at least one value; never null.', (isNull) => !isNull),
];
