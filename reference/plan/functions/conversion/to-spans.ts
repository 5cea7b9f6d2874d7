import type { SpanType, ValueType } from '../../column-type.ts';
import { QueryProblem } from '../../expression.ts';
import { isString } from '../../column-type.ts';
import { checkArguments } from '../arguments.ts';
import type { FunctionDefinition } from '../definition.ts';
import { castLiteral, constantText } from '../literals.ts';
import { readSpan } from '../span-math.ts';

const unitNames: Readonly<Record<SpanType, string>> = {
  date_period:
    '[DAY, DAYS, D, WEEK, WEEKS, W, MONTH, MONTHS, MO, QUARTER, QUARTERS, Q, YEAR, YEARS, YR, Y]',
  time_duration:
    '[MILLISECOND, MILLISECONDS, MS, SECOND, SECONDS, SEC, S, MINUTE, MINUTES, MIN, HOUR, HOURS, H]',
};

function toSpan(
  name: 'to_dateperiod' | 'to_timeduration',
  type: SpanType,
  description: string,
): FunctionDefinition {
  const accepts = {
    label: `${type} or string`,
    has: (own: ValueType) => own === type || isString(own),
  };
  return {
    name,
    signature: `${name}(field: ${accepts.label}): ${type}`,
    description,
    resolve(site, evaluation) {
      const parameters = [{ name: 'field', accepts, constant: true as const }];
      const [operand] = checkArguments(site, parameters, evaluation);
      if (operand?.kind !== 'constant' || operand.type === type || operand.type === 'null') {
        return operand ?? { kind: 'constant', type: 'null', place: site.place, values: [] };
      }
      const text = constantText(operand);
      if (readSpan(text)?.type !== type) {
        throw new QueryProblem(
          site.place,
          `Invalid interval value in [${site.place.text}], expected integer followed by one of ${unitNames[type]} but got [${text}]`,
        );
      }
      return { ...castLiteral(operand, type, evaluation), place: site.place };
    },
  };
}

/** Conversions to spans of time; the operand must be a constant. */
export const spanFunctions: readonly FunctionDefinition[] = [
  toSpan(
    'to_dateperiod',
    'date_period',
    'A span of calendar days, weeks, months, quarters or years.',
  ),
  toSpan('to_timeduration', 'time_duration', 'A span of hours, minutes, seconds or milliseconds.'),
];
