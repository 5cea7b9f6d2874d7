import type { Scalar } from '../../page.ts';
import type { ValueType } from '../../column-type.ts';
import type { Accepts } from '../accepts.ts';
import type { FunctionDefinition, FunctionExample } from '../definition.ts';
import type { ListFunction } from '../apply.ts';
import { applyLists } from '../apply.ts';
import type { RowResult } from '../apply.ts';
import { prepared } from '../scalar.ts';

interface Described {
  readonly description: string;
  readonly examples: readonly FunctionExample[];
}

/** A function that reduces the values of a row. */
export interface Reduction extends Described {
  readonly accepts: Accepts;
  /** Type of the result; default that of the field. */
  readonly returns?: ValueType;
  /** Called with at least one value. */
  readonly reduce: (values: readonly Scalar[], type: ValueType) => RowResult | readonly Scalar[];
}

/** Returns the definition of a function of one multi-value. */
export function reduction(name: string, definition: Reduction): FunctionDefinition {
  const { accepts, returns, reduce, description, examples } = definition;
  return prepared({
    name,
    parameters: [{ name: 'field', accepts }],
    returns: returns ?? (([type = 'null']) => type),
    label: returns ?? 'the type of field',
    description,
    examples,
    prepare({ type, operands: [field] }) {
      const own = field?.type ?? 'null';
      return applyLists(type, ([values = []]) =>
        values.length === 0 ? undefined : reduce(values, own),
      );
    },
  });
}

/** Returns a function of multi-values that is null if an operand at one of these positions is null. */
export function unlessNull(positions: readonly number[], list: ListFunction): ListFunction {
  return (operands) =>
    positions.some((at) => operands[at]?.length === 0) ? undefined : list(operands);
}
