import { defined } from '../../../base/assert.ts';
import { fromNanos, type Instant } from '../../../base/dates/dates.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { checkZone } from '../../../base/time-zone.ts';
import { checkLocale } from '../../../base/dates/locale-names.ts';
import type { MaybeScalar } from '../definition.ts';
import type { ValueType } from '../../column-type.ts';
import type { Evaluation, Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import { string } from '../accepts.ts';
import type { Parameter } from '../arguments.ts';

/** The last parameter of date functions. Implements query.time-zone-function-argument-wins. */
export const zoneParameter: Parameter = {
  name: 'time_zone',
  accepts: string,
  optional: true,
  constant: true,
};

/** The parameter for the language of names of days and months. */
export const localeParameter: Parameter = {
  name: 'locale',
  accepts: string,
  optional: true,
  constant: true,
};

/**
 * Returns the zone in which a call computes: its operand, or else the zone of the request. Throws a QueryProblem if the
 * operand is not a known zone. Implements query.time-zone-functions and query.time-zone-function-argument-wins.
 */
export function zoneOf(operand: Expression | undefined, evaluation: Evaluation): string {
  return constantText(operand, checkZone) ?? evaluation.zone;
}

/** Like `zoneOf`, for the language of names of days and months. */
export function localeOf(operand: Expression | undefined, evaluation: Evaluation): string {
  return constantText(operand, checkLocale) ?? evaluation.locale;
}

function constantText(
  operand: Expression | undefined,
  check: (text: string) => string,
): string | undefined {
  if (operand?.kind !== 'constant' || operand.values[0] === undefined) return undefined;
  return checked(operand, () => check(String(operand.values[0])));
}

/** Runs `work`; a ServiceError that it throws becomes a QueryProblem at the location of the operand. */
export function checked<T>({ place }: Expression, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError) throw new QueryProblem(place, error.reason);
    throw error;
  }
}

/** Takes a date as stored in a column; returns the instant. */
export function instantOf(value: MaybeScalar, type: ValueType): Instant {
  if (type === 'date_nanos') return fromNanos(BigInt(defined(value, 'date')));
  return { ms: Number(value), nanos: 0 };
}
