import { checkLocale } from '../../base/dates/locale-names.ts';
import { checkZone } from '../../base/time-zone.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { FunctionDefinition } from './definition.ts';
import { checked } from './dates/instants.ts';

/**
 * Returns the evaluation for a call: the settings of the request, overridden by the options of the call, such as
 * `{"time_zone": "Europe/Paris"}`. Throws a QueryProblem for an unknown option or an invalid value.
 * Implements `query.time-zone-function-argument-wins`.
 */
export function withOptions(
  { options, place }: CallSite,
  { options: known = [] }: FunctionDefinition,
  evaluation: Evaluation,
): Evaluation {
  let own = evaluation;
  for (const [name, value] of options ?? []) {
    const isKnown = known.some((each) => each === name);
    if (!isKnown) {
      const expected =
        known.length === 0
          ? 'the function has no options'
          : `expected one of [${known.join(', ')}]`;
      throw new QueryProblem(
        value.place,
        `Invalid option [${name}] in [${place.text}], ${expected}`,
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
