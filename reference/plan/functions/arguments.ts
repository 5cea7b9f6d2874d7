import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { Accepts } from './accepts.ts';
import { ordinalOf, typeName } from './call.ts';
import { castLiteral, isStringLiteral } from './literals.ts';

/** One parameter of a function. */
export interface Parameter {
  readonly name: string;
  readonly accepts: Accepts;
  readonly optional?: true;
  /** True if the operand must be a constant. */
  readonly constant?: true;
  /** True if it may be repeated any number of times; only for the last parameter. */
  readonly repeated?: true;
}

/**
 * Takes a call and the parameters of its function; returns the operands in the order of the parameters, with string
 * literals converted to the expected types. Throws a QueryProblem if the number of operands or the type of one is
 * wrong.
 */
export function checkArguments(
  site: CallSite,
  parameters: readonly Parameter[],
  evaluation: Evaluation,
): readonly Expression[] {
  checkCount(site, parameters);
  const most = parameters.at(-1)?.repeated === true ? Infinity : parameters.length;
  return site.operands.map((operand, at) => {
    const parameter = parameters[Math.min(at, parameters.length - 1)];
    if (parameter === undefined) return operand;
    return checkArgument(operand, parameter, { site, evaluation, ordinal: ordinalOf(at, most) });
  });
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

function checkCount(site: CallSite, parameters: readonly Parameter[]): void {
  const least = parameters.filter(({ optional }) => optional !== true).length;
  const isOpen = parameters.at(-1)?.repeated === true;
  const count = site.operands.length;
  if (count >= least && (isOpen || count <= parameters.length)) return;
  throw new QueryProblem(
    site.place,
    `error building [${site.name}]: expects ${expectedCount(least, isOpen ? Infinity : parameters.length)}, found [${count}]`,
  );
}

function expectedCount(least: number, most: number): string {
  if (most === Infinity) return `at least [${least}] arguments`;
  return least === most ? `[${least}] arguments` : `[${least}] to [${most}] arguments`;
}
