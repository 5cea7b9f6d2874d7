import { at, defined } from '../../base/assert.ts';
import { isDate, isNumeric, isSpan, isString, isWhole } from '../column-type.ts';
import type { ValueType } from '../column-type.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import { castLiteral, isStringLiteral } from './literals.ts';
import { commonType, widen } from './widen.ts';

/** The types that an operand may have. */
export interface Accepts {
  /** The text in messages and signatures. */
  readonly label: string;
  readonly has: (type: ValueType) => boolean;
  /** The type to which a string literal is converted. */
  readonly literals?: ValueType;
}

const all: readonly Accepts[] = [
  { label: 'string', has: isString },
  { label: 'numeric', has: isNumeric },
  { label: 'whole number', has: isWhole },
  { label: 'integer', has: (type) => type === 'integer' },
  { label: 'boolean', has: (type) => type === 'boolean' },
  { label: 'datetime or date_nanos', has: isDate, literals: 'date' },
  // Spans of time and unsupported fields have no values in a row.
  { label: 'any type', has: (type) => !isSpan(type) && type !== 'unsupported' },
  { label: 'numeric or datetime', has: (type) => isNumeric(type) || isDate(type) },
  { label: 'date_period or time_duration', has: isSpan, literals: 'date_period' },
  { label: 'number or span', has: (type) => isNumeric(type) || isSpan(type) },
];

const byLabel: ReadonlyMap<string, Accepts> = new Map(all.map((each) => [each.label, each]));

/** Returns the types that a label in a signature stands for. */
export function acceptsOf(label: string): Accepts {
  return defined(byLabel.get(label === 'the same' ? 'any type' : label), `label ${label}`);
}

/** One parameter of a function. */
export interface Parameter {
  readonly name: string;
  readonly accepts: Accepts;
  /** True for the first or the last parameters. */
  readonly optional?: boolean;
  /** True if the operand must be a constant. */
  readonly constant?: boolean;
  /** True if it may be repeated any number of times; only for the last parameter. */
  readonly repeated?: boolean;
}

/**
 * Takes a call and the parameters of its function; returns the operands with string literals converted to the expected
 * types. Throws a QueryProblem if the number of operands or the type of one is wrong.
 */
export function checkArguments(
  site: CallSite,
  parameters: readonly Parameter[],
  evaluation: Evaluation,
): readonly Expression[] {
  const { operands } = site;
  const isOpen = parameters.at(-1)?.repeated === true;
  const most = isOpen ? Infinity : parameters.length;
  const least = parameters.filter(({ optional }) => optional !== true).length;
  if (operands.length < least || operands.length > most) {
    throw new QueryProblem(
      site.place,
      `error building [${site.name}]: expects ${expectedCount(least, most)}, found [${operands.length}]`,
    );
  }
  const isCut = parameters[0]?.optional === true && operands.length < parameters.length;
  const own = isCut ? parameters.slice(1) : parameters;
  return operands.map((operand, nth) => {
    const parameter = at(own, Math.min(nth, own.length - 1));
    return checkArgument(operand, parameter, { site, evaluation, ordinal: ordinalOf(nth, most) });
  });
}

function expectedCount(least: number, most: number): string {
  if (most === Infinity) return `at least [${least}] arguments`;
  return least === most ? `[${least}] arguments` : `[${least}] to [${most}] arguments`;
}

interface Around {
  readonly site: CallSite;
  readonly evaluation: Evaluation;
  readonly ordinal: string;
}

function checkArgument(operand: Expression, parameter: Parameter, around: Around): Expression {
  const { accepts } = parameter;
  const { site, evaluation, ordinal } = around;
  if (parameter.constant === true && operand.kind !== 'constant') {
    throw new QueryProblem(
      operand.place,
      `${ordinal} of [${site.place.text}] must be a constant, received [${operand.place.text}]`,
    );
  }
  if (operand.type === 'null' || accepts.has(operand.type)) return operand;
  if (accepts.literals !== undefined && isStringLiteral(operand)) {
    return castLiteral(operand, accepts.literals, evaluation);
  }
  throw wrongType(operand, { text: site.place.text, ordinal, label: accepts.label });
}

/** Returns the problem of an operand of a wrong type. */
export function wrongType(
  { place, type }: Expression,
  around: { readonly text: string; readonly ordinal: string; readonly label: string },
): QueryProblem {
  const { text, ordinal, label } = around;
  return new QueryProblem(
    place,
    `${ordinal} of [${text}] must be [${label}], found value [${place.text}] type [${typeName(type)}]`,
  );
}

/** Returns the name of a type in messages about wrong operands. */
export function typeName(type: ValueType): string {
  return type === 'date' ? 'datetime' : type;
}

const ordinalWords = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Takes the position of an operand (from 0) and the maximum number of operands; returns its name in messages. */
export function ordinalOf(at: number, most: number): string {
  if (most === 1) return 'argument';
  return `${ordinalWords[at] ?? `${at + 1}th`} argument`;
}

/** Widens the operands at some positions to their common type. Throws a QueryProblem if there is no such type. */
export function unify(
  site: CallSite,
  operands: readonly Expression[],
  isUnified: (at: number) => boolean = () => true,
): { readonly type: ValueType; readonly operands: readonly Expression[] } {
  let type: ValueType = 'null';
  for (const [at, operand] of operands.entries()) {
    if (!isUnified(at)) continue;
    const common = commonType(type, operand.type);
    if (common === undefined) {
      const ordinal = ordinalOf(at, Infinity);
      throw wrongType(operand, { text: site.place.text, ordinal, label: typeName(type) });
    }
    type = common;
  }
  return {
    type,
    operands: operands.map((operand, at) => (isUnified(at) ? widen(operand, type) : operand)),
  };
}

/** Returns whether an order is `desc`; default `asc`. Throws a QueryProblem if it is neither. */
export function isDescending(order: Expression | undefined, { place }: CallSite): boolean {
  const name = order?.kind === 'constant' ? String(order.values[0]).toLowerCase() : 'asc';
  if (name === 'asc' || name === 'desc') return name === 'desc';
  throw new QueryProblem(
    order?.place ?? place,
    `Invalid order value in [${place.text}], expected one of [ASC, DESC] but got [${order?.place.text}]`,
  );
}
