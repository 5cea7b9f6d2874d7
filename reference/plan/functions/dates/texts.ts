import { checkDateFormat, instantFormatter, parseInstant } from '../../../base/dates/dates.ts';
import type { Expression } from '../../expression.ts';
import type { RowBody } from '../apply.ts';
import { applyRows } from '../apply.ts';
import { callOf, nullOf } from '../call.ts';
import type { CheckedCall } from '../define.ts';
import { defineCall } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { plainDateFormat } from '../literals.ts';
import { rememberLast } from '../remember.ts';
import { checked } from '../settings.ts';
import type { StoredDate } from './instants.ts';
import { instantOf } from './instants.ts';

/**
 * Returns the definition of a function whose first operand is a Java pattern. It may be omitted, although the text of the
 * signature that checks the operands requires it.
 */
function ofPattern(
  signature: string,
  description: string,
  { isOmitted, check, prepare }: PatternFunction,
): FunctionDefinition {
  const definition = defineCall(signature.replace('pattern?', 'pattern'), description, (call) => {
    const { site, type, types } = call;
    const [pattern, value] = call.operands;
    if (pattern === undefined || value === undefined || types.slice(0, 2).includes('null')) {
      return nullOf(site.place, type);
    }
    if (pattern.kind === 'constant') checked(pattern, () => check(String(pattern.values[0])));
    return callOf(site, { type, operands: [pattern, value], apply: applyRows(prepare(call)) });
  });
  return {
    ...definition,
    signature,
    resolve(site, evaluation) {
      if (!isOmitted(site.operands)) return definition.resolve(site, evaluation);
      const { place } = site;
      const values = [plainDateFormat];
      const pattern: Expression = { kind: 'constant', type: 'keyword', place, values };
      return definition.resolve({ ...site, operands: [pattern, ...site.operands] }, evaluation);
    },
  };
}

interface PatternFunction {
  /** Returns whether a call has no pattern. */
  readonly isOmitted: (operands: readonly Expression[]) => boolean;
  /** Throws illegal_argument_exception if a pattern is invalid. */
  readonly check: (pattern: string) => void;
  readonly prepare: (call: CheckedCall) => RowBody;
}

/** Functions that format and parse dates. */
export const dateTextFunctions: readonly FunctionDefinition[] = [
  ofPattern(
    'date_format(pattern?: string, date: datetime or date_nanos, {time_zone, locale}): keyword',
    'The date formatted by a Java pattern (default ISO form), in the given zone and language or those of the request.',
    {
      isOmitted: ({ length }) => length === 1,
      check: instantFormatter,
      prepare({ types, evaluation: { zone, locale } }) {
        const formatter = rememberLast(instantFormatter);
        return (pattern: string, value: StoredDate) =>
          formatter(pattern)(instantOf(value, types[1]), { zone, locale });
      },
    },
  ),
  ofPattern(
    'date_parse(pattern?: string, string: string, {time_zone, locale}): date',
    'The text parsed as a date by a Java pattern (default ISO form); a text without a zone is in the given zone or that of the request.',
    {
      isOmitted: ({ length }) => length === 1,
      check: checkDateFormat,
      prepare:
        ({ evaluation: { zone, locale } }) =>
        (pattern: string, text: string) =>
          parseInstant(text, pattern, { zone, locale }).ms,
    },
  ),
];
