import { checkLocale } from '../../base/dates/locale-names.ts';
import { checkZone } from '../../base/time-zone.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { ServiceError } from '../../base/service-error.ts';
import { QueryProblem } from '../expression.ts';

/**
 * Returns the evaluation for a call: the settings of the request, overridden by the options of the call, such as
 * `{"time_zone": "Europe/Paris"}`. Throws a QueryProblem for an unknown option or an invalid value.
 * Implements `query.time-zone-function-argument-wins`.
 */
export function withOptions(
  { options, place }: CallSite,
  signature: string,
  evaluation: Evaluation,
): Evaluation {
  let own = evaluation;
  const isNamed = (name: string): boolean => signature.includes(` ${name}?: `);
  const unknown = [...(options?.keys() ?? [])].find((name) => !isNamed(name));
  if (unknown !== undefined) {
    throw new QueryProblem(place, `Invalid option [${unknown}] in [${place.text}]`);
  }
  for (const [name, value] of options ?? []) {
    if (name !== 'locale' && name !== 'time_zone') {
      throw new QueryProblem(
        value.place,
        `Invalid option [${name}] in [${place.text}], the function has no options`,
      );
    }
    const text = textOfOption(name, value);
    own =
      name === 'locale'
        ? { ...own, locale: checked(value, () => checkLocale(text)) }
        : { ...own, zone: checked(value, () => checkZone(text)) };
  }
  return own;
}

function textOfOption(name: string, value: Expression): string {
  const [text] = value.kind === 'constant' && value.type === 'keyword' ? value.values : [];
  if (typeof text === 'string') return text;
  throw new QueryProblem(
    value.place,
    `Invalid option [${name}], expected a string but got [${value.place.text}]`,
  );
}

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
