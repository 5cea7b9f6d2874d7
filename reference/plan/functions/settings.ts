import { checkLocale } from '../../base/dates/locale-names.ts';
import { checkZone } from '../../base/time-zone.ts';
import { unlessRefused } from '../../base/service-error.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { LiteralTree, SourceLocation } from '../syntax.ts';

/**
 * Returns the evaluation for a call: the settings of the request, overridden by the options of the call, such as
 * `{"time_zone": "Europe/Paris"}`. Throws a QueryProblem for an option that the signature does not name, or an invalid
 * value. Implements query.time-zone-functions and query.time-zone-function-argument-wins.
 */
export function withOptions(
  { options, place }: CallSite,
  signature: string,
  evaluation: Evaluation,
): Evaluation {
  const known = /\{(.*)\}/.exec(signature)?.[1]?.split(', ') ?? [];
  let { zone, locale } = evaluation;
  for (const [name, value] of options ?? []) {
    if (!known.includes(name)) {
      throw new QueryProblem(place, `Invalid option [${name}] in [${place.text}]`);
    }
    const text = textOfOption(name, value);
    if (name === 'locale') locale = checked(value, () => checkLocale(text));
    else zone = checked(value, () => checkZone(text));
  }
  return { ...evaluation, zone, locale };
}

function textOfOption(name: string, value: LiteralTree): string {
  const [text] = value.type === 'keyword' ? value.values : [];
  if (typeof text === 'string') return text;
  throw new QueryProblem(
    value.place,
    `Invalid option [${name}], expected a string but got [${value.place.text}]`,
  );
}

/** Runs `work`; a ServiceError that it throws becomes a QueryProblem at a location, whose reason `word` may change. */
export function checked<T>(
  { place }: { readonly place: SourceLocation },
  work: () => T,
  word = (reason: string): string => reason,
): T {
  return unlessRefused(work, ({ reason }) => {
    throw new QueryProblem(place, word(reason));
  });
}

/** Runs `check` on the text of an operand that is a constant, as `checked` does. */
export function checkConstant(
  operand: Expression | undefined,
  check: (text: string) => unknown,
): void {
  if (operand?.kind === 'constant') checked(operand, () => check(String(operand.values[0])));
}
