import type { JsonValue } from '../../base/json.ts';
import type { Scalar } from '../../plan/block.ts';
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

/** Returns a text. */
export function textOf(value: string, place: SourceLocation): LiteralTree {
  return literal('keyword', place, [value]);
}

/** Returns a whole number of 32 bits. */
export function integerOf(value: number, place: SourceLocation): LiteralTree {
  return literal('integer', place, [value]);
}

/** Returns true or false. */
export function booleanOf(value: boolean, place: SourceLocation): LiteralTree {
  return literal('boolean', place, [value ? 1 : 0]);
}

/** Returns null. */
export function nullOf(place: SourceLocation): LiteralTree {
  return literal('null', place, []);
}

/** Returns a span of time: months and days if it has them, or milliseconds. */
export function spanOf(span: Span, place: SourceLocation): LiteralTree {
  const type = span.months === 0 && span.days === 0 ? 'time_duration' : 'date_period';
  return { kind: 'literal', type, values: [place.text], place, span };
}

/** Takes digits, with or without a fraction and an exponent; returns the number in the narrowest type that holds it. */
export function numberOf(digits: string, place: SourceLocation): LiteralTree {
  if (!/^-?\d+$/.test(digits)) {
    const value = Number(digits);
    if (Number.isFinite(value)) return literal('double', place, [value]);
    throw syntaxProblem(place, `Number [${digits}] is too large`);
  }
  return wholeNumber(BigInt(digits), place);
}

/** Takes a value that a request puts in for a placeholder. Throws parsing_exception if it is no scalar. */
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
  throw syntaxProblem(place, 'the value for the placeholder has to be a scalar');
}

/** True if two expressions say the same, wherever they stand. */
export function sameTree(one: ExpressionTree, other: ExpressionTree): boolean {
  if (one.kind === 'name') return other.kind === 'name' && one.name === other.name;
  if (one.kind === 'star') return other.kind === 'star';
  if (one.kind === 'literal') return other.kind === 'literal' && sameLiteral(one, other);
  return (
    other.kind === 'call' &&
    one.name === other.name &&
    one.operands.length === other.operands.length &&
    one.operands.every((operand, at) => sameOperand(operand, other.operands[at]))
  );
}

function sameOperand(one: ExpressionTree, other: ExpressionTree | undefined): boolean {
  return other !== undefined && sameTree(one, other);
}

function sameLiteral(one: LiteralTree, other: LiteralTree): boolean {
  const { span: a } = one;
  const { span: b } = other;
  return (
    one.type === other.type &&
    one.values.length === other.values.length &&
    one.values.every((value, at) => value === other.values[at]) &&
    a?.months === b?.months &&
    a?.days === b?.days &&
    a?.ms === b?.ms
  );
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
