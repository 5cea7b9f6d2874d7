import type { ColumnType, ValueType } from '../column-type.ts';
import type { Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { AggregateSite } from './definition.ts';

/** Types that an operand may have, and their name in error messages. */
export interface Accepted {
  readonly types: readonly ColumnType[];
  readonly name: string;
}

/** All types of numbers. */
export const numeric: Accepted = {
  types: ['integer', 'long', 'unsigned_long', 'double'],
  name: 'numeric',
};

/** All types whose values have an order. */
export const ordered: Accepted = {
  types: [...numeric.types, 'boolean', 'date', 'date_nanos', 'ip', 'keyword', 'text'],
  name: 'boolean, date, ip, string, or numeric',
};

/** All types that a column can show. */
export const anything: Accepted = { types: ordered.types, name: 'any type but unsupported' };

const places = ['first', 'second', 'third', 'fourth'];

/**
 * Returns the type of an operand; the null type is always accepted. Throws a QueryProblem for other types.
 */
export function operandType(site: AggregateSite, at: number, accepted: Accepted): ColumnType {
  const operand = site.operands[at];
  if (operand === undefined) return 'null';
  const { type } = operand;
  if (type === 'null' || isAccepted(type, accepted)) return type;
  const which = site.operands.length === 1 ? '' : `${places[at]} `;
  throw new QueryProblem(
    operand.place,
    `${which}argument of [${site.place.text}] must be [${accepted.name}], found value [${operand.place.text}] type [${type}]`,
  );
}

function isAccepted(type: ValueType, { types }: Accepted): type is ColumnType {
  return types.some((known) => known === type);
}

/** Returns an operand that must be a constant with one value. Throws a QueryProblem if it is not. */
export function constantOperand(
  site: AggregateSite,
  at: number,
): Expression & { kind: 'constant' } {
  const operand = site.operands[at];
  if (operand?.kind === 'constant' && operand.values.length === 1) return operand;
  throw new QueryProblem(
    operand?.place ?? site.place,
    `${places[at]} argument of [${site.place.text}] must be a constant, received [${operand?.place.text ?? ''}]`,
  );
}

/** Like `constantOperand`, for a number within bounds. */
export function constantNumber(
  site: AggregateSite,
  at: number,
  {
    least,
    most,
    whole,
  }: { readonly least: number; readonly most: number; readonly whole: boolean },
): number {
  const { values, place } = constantOperand(site, at);
  const value = typeof values[0] === 'string' ? Number.NaN : Number(values[0]);
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
  const kind = whole ? 'an integer' : 'a number';
  throw new QueryProblem(
    place,
    `${places[at]} argument of [${site.place.text}] must be ${kind} from ${least} to ${most}, found value [${place.text}]`,
  );
}

/** Returns the type of the result for a type of column: text becomes keyword. */
export function shownType(type: ColumnType): ColumnType {
  return type === 'text' ? 'keyword' : type;
}
