import type { JsonValue } from '../../base/json.ts';
import type { Scalar } from '../../plan/page.ts';
import type { ValueType } from '../../plan/column-type.ts';
import type {
  CallTree,
  ExpressionTree,
  LiteralTree,
  NameTree,
  SourceLocation,
  Span,
} from '../../plan/syntax.ts';
import { syntaxProblem } from '../sql-problem.ts';

/** Returns a call of a function or operator of the plan. */
export function callOf(
  name: string,
  place: SourceLocation,
  operands: readonly ExpressionTree[],
): CallTree {
  return { kind: 'call', name, place, operands };
}

/** Returns a reference to a column. */
export function nameOf(name: string, place: SourceLocation): NameTree {
  return { kind: 'name', name, place };
}

/** Returns a string literal. */
export function textOf(value: string, place: SourceLocation): LiteralTree {
  return literal('keyword', place, [value]);
}

/** Returns an integer literal of 32 bits. */
export function integerOf(value: number, place: SourceLocation): LiteralTree {
  return literal('integer', place, [value]);
}

/** Returns a boolean literal. */
export function booleanOf(value: boolean, place: SourceLocation): LiteralTree {
  return literal('boolean', place, [value ? 1 : 0]);
}

/** Returns the literal null. */
export function nullOf(place: SourceLocation): LiteralTree {
  return literal('null', place, []);
}

/** Returns a literal for a span of time: of months and days if it has any, else of milliseconds. */
export function spanOf(span: Span, place: SourceLocation): LiteralTree {
  const type = span.months === 0 && span.days === 0 ? 'time_duration' : 'date_period';
  return { kind: 'literal', type, values: [place.text], place, span };
}

/** Takes a number as text; returns a literal of the narrowest type that can contain it. */
export function numberOf(digits: string, place: SourceLocation): LiteralTree {
  if (!/^-?\d+$/.test(digits)) {
    const value = Number(digits);
    if (Number.isFinite(value)) return literal('double', place, [value]);
    throw syntaxProblem(place, `Number [${digits}] is too large`);
  }
  return wholeNumber(BigInt(digits), place);
}

/** Returns the literal for the value of a placeholder. Throws parsing_exception if it is not a scalar. */
export function parameterOf(value: JsonValue, place: SourceLocation): LiteralTree {
  if (value === null) return nullOf(place);
  if (typeof value === 'string') return textOf(value, place);
  if (typeof value === 'boolean') return booleanOf(value, place);
  if (typeof value === 'bigint') return wholeNumber(value, place);
  if (typeof value === 'number') {
    return Number.isSafeInteger(value)
      ? wholeNumber(BigInt(value), place)
      : literal('double', place, [value]);
  }
  throw syntaxProblem(place, 'the value for the placeholder must be a scalar');
}

function wholeNumber(value: bigint, place: SourceLocation): LiteralTree {
  const number = Number(value);
  const scalar = Number.isSafeInteger(number) ? number : value;
  if (BigInt.asIntN(32, value) === value) return literal('integer', place, [scalar]);
  if (BigInt.asIntN(64, value) === value) return literal('long', place, [scalar]);
  if (BigInt.asUintN(64, value) === value) return literal('unsigned_long', place, [scalar]);
  return literal('double', place, [number]);
}

function literal(type: ValueType, place: SourceLocation, values: readonly Scalar[]): LiteralTree {
  return { kind: 'literal', type, values, place };
}
