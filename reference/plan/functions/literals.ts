import { parseDate, parseInstant } from '../../base/dates/dates.ts';
import { refuse } from '../../base/service-error.ts';
import { encodeIp } from '../../store/ip.ts';
import type { Scalar } from '../cells.ts';
import type { ValueType } from '../column-type.ts';
import type { ConstantExpression, Evaluation, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import { readSpan } from '../spans.ts';
import { checked } from './settings.ts';

/** Format of dates in strings if the function has no pattern. */
export const plainDateFormat = 'strict_date_optional_time';

/** Returns whether an expression is a string literal of the query, which may be converted to another type. */
export function isStringLiteral(expression: Expression): expression is ConstantExpression {
  return expression.kind === 'constant' && expression.type === 'keyword';
}

/**
 * Converts a string literal to the expected type. Dates without a zone are in the zone of the request. Throws a
 * QueryProblem if the string is not a value of the type.
 */
export function castLiteral(
  literal: ConstantExpression,
  type: ValueType,
  evaluation: Evaluation,
): ConstantExpression {
  const { place } = literal;
  if (type === 'date_period' || type === 'time_duration') {
    return { kind: 'constant', place, values: [], ...readSpanLiteral(literal, type) };
  }
  const wanted = type === 'date' ? 'DATETIME' : type.toUpperCase();
  const values = literal.values.map((value) =>
    checked(
      literal,
      () => readText(String(value), type, evaluation.zone),
      (reason) => `Cannot convert string [${String(value)}] to [${wanted}], error [${reason}]`,
    ),
  );
  return { kind: 'constant', type, place, values };
}

/** Parses a text as a value of a type. Throws illegal_argument_exception if it is not one. */
export function readText(text: string, type: ValueType, zone: string): Scalar {
  if (type === 'date') return parseInstant(text, plainDateFormat, { zone }).ms;
  if (type === 'date_nanos') return parseDate(text, plainDateFormat, { zone });
  if (type === 'ip') return encodeIp(text) ?? refuse(`'${text}' is not an IP string literal.`);
  if (type !== 'boolean') return text;
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? 1 : 0;
  return refuse(`Failed to parse value [${text}] as only [true] or [false] are allowed.`);
}

function readSpanLiteral(literal: ConstantExpression, type: ValueType) {
  const { place } = literal;
  const text = String(literal.values[0] ?? '');
  const span = readSpan(text);
  if (span !== undefined) return span;
  throw new QueryProblem(
    place,
    `Cannot convert string [${text}] to [${type.toUpperCase()}], error [Expected integer followed by a unit of time but got [${text}]]`,
  );
}
