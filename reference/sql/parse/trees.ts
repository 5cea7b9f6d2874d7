import type { JsonValue } from '../../base/json.ts';
import type { Scalar } from '../../plan/page.ts';
import type { ValueType } from '../../plan/column-type.ts';
import type { LiteralTree, NameTree, SourceLocation, Span } from '../../plan/syntax.ts';
import { literalOfJson, wholeLiteral } from '../../query/literals.ts';
import { SyntaxProblem } from '../../query/token-cursor.ts';

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
  if (/^-?\d{1,400}$/.test(digits)) {
    return { kind: 'literal', place, ...wholeLiteral(BigInt(digits)) };
  }
  const value = Number(digits);
  if (Number.isFinite(value)) return literal('double', place, [value]);
  throw new SyntaxProblem(place, `Number [${digits}] is too large`);
}

/** Returns the literal for the value of a placeholder. Throws a SyntaxProblem if it is not a scalar. */
export function parameterOf(value: JsonValue, place: SourceLocation): LiteralTree {
  const found = Array.isArray(value) ? undefined : literalOfJson(value);
  if (found !== undefined) return { kind: 'literal', place, ...found };
  throw new SyntaxProblem(place, 'the value for the placeholder must be a scalar');
}

function literal(type: ValueType, place: SourceLocation, values: readonly Scalar[]): LiteralTree {
  return { kind: 'literal', type, values, place };
}
