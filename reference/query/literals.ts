import type { JsonValue } from '../base/json.ts';
import type { Scalar } from '../plan/cells.ts';
import type { ColumnType } from '../plan/column-type.ts';
import { spanOf } from '../plan/spans.ts';
import type { LiteralTree } from '../plan/syntax.ts';
import { isReserved } from './names.ts';
import type { Token } from './token-cursor.ts';
import { QueryProblem } from '../plan/expression.ts';
import type { LiteralValue, Parser } from './params.ts';
import { boundParam, isIdentifier, paramLiteral } from './params.ts';
import { isInRange } from '../plan/functions/problems.ts';
import { plain } from '../base/map-key.ts';

/** Maximum number of digits of a number. */
const maxDigits = 1000;

/** literal = string | number | "null" | "true" | "false" | number unit | "[" literal {"," literal} "]" | "?" … */
export function readLiteral(parser: Parser): LiteralTree | undefined {
  const { cursor } = parser;
  const token = cursor.peek();
  const { kind, text, value } = token;
  const own = kind === 'word' ? constants.get(text.toLowerCase()) : undefined;
  const found = kind === 'string' ? one('keyword', value) : own;
  if (found !== undefined)
    return { kind: 'literal', place: cursor.placeOf(cursor.take()), ...found };
  if (kind === 'integer' || kind === 'decimal') return readNumber(parser, 1);
  if (kind === 'param') return readParam(parser);
  return cursor.atSymbol('[') ? readList(parser) : undefined;
}

/** Parses a number or a span of time; `sign` is the sign before it, which is already consumed. */
export function readNumber(parser: Parser, sign: 1 | -1, start?: Token): LiteralTree {
  const { cursor } = parser;
  const token = cursor.take();
  const from = start ?? token;
  if (token.text.length > maxDigits) {
    throw new QueryProblem(cursor.placeOf(token), `Number is longer than ${maxDigits} digits`);
  }
  if (token.kind === 'decimal') {
    const value = Number(token.text) * sign;
    if (Number.isFinite(value)) return place(parser, from, { type: 'double', values: [value] });
    throw new QueryProblem(cursor.placeOf(token), `Number [${token.text}] is too large`);
  }
  const unit = cursor.peek();
  if (unit.kind === 'word' && !isReserved(unit.text)) {
    return readSpan(parser, Number(token.text) * sign, from);
  }
  return place(parser, from, wholeLiteral(BigInt(token.text) * BigInt(sign)));
}

function readSpan(parser: Parser, count: number, start: Token): LiteralTree {
  const { cursor } = parser;
  const unit = cursor.take();
  const span = spanOf(count, unit.text);
  if (span === undefined) {
    throw new QueryProblem(cursor.placeOf(unit), `Unexpected temporal unit: '${unit.text}'`);
  }
  const where = cursor.placeFrom(start);
  return { kind: 'literal', place: where, type: span.type, values: [where.text], span: span.span };
}

/** The literals that are words. */
export const constants: ReadonlyMap<string, LiteralValue> = new Map([
  ['null', { type: 'null', values: [] }],
  ['true', { type: 'boolean', values: [1] }],
  ['false', { type: 'boolean', values: [0] }],
]);

/** Parses a placeholder for a value; not one before parentheses or for a name. */
function readParam(parser: Parser): LiteralTree | undefined {
  const { cursor } = parser;
  const bound = boundParam(parser, cursor.peek());
  if (isIdentifier(bound) || cursor.atSymbol('(', 1) || cursor.atSymbol('.', 1)) return undefined;
  cursor.take();
  return paramLiteral(bound);
}

function readList(parser: Parser): LiteralTree {
  const { cursor } = parser;
  const start = cursor.take();
  const elements = cursor.list(() => readElement(parser));
  cursor.expectSymbol(']');
  const where = cursor.placeFrom(start);
  const value = listLiteral(elements);
  if (value !== undefined) return { kind: 'literal', place: where, ...value };
  throw new QueryProblem(where, `Values of a list must be of one type, found ${where.text}`);
}

function readElement(parser: Parser): LiteralTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const sign = cursor.acceptSymbol('-') ? -1 : 1;
  if (sign === 1) cursor.acceptSymbol('+');
  const { kind } = cursor.peek();
  if (kind === 'integer' || kind === 'decimal') return readNumber(parser, sign, start);
  const found = cursor.atSymbol('[') || start !== cursor.peek() ? undefined : readLiteral(parser);
  return found ?? cursor.fail('QUOTED_STRING', 'INTEGER_LITERAL', 'DECIMAL_LITERAL', "'true'");
}

function place({ cursor }: Parser, start: Token, value: LiteralValue): LiteralTree {
  return { kind: 'literal', place: cursor.placeFrom(start), ...value };
}

/** Number types in the order of widening. */
const numericOrder: readonly ColumnType[] = ['integer', 'long', 'unsigned_long', 'double'];

/** Returns a whole number of any size as a literal of the narrowest type that can contain it. */
export function wholeLiteral(value: bigint): LiteralValue {
  const type = numericOrder.find((each) => isInRange(value, each));
  return type === undefined ? one('double', Number(value)) : one(type, plain(value));
}

/**
 * Returns the literal for a value of `params`; undefined for an object, and for an array with nulls, nested values or
 * values of different kinds.
 */
export function literalOfJson(value: JsonValue): LiteralValue | undefined {
  if (value === null) return { type: 'null', values: [] };
  if (typeof value === 'string') return one('keyword', value);
  if (typeof value === 'boolean') return one('boolean', value ? 1 : 0);
  if (typeof value === 'bigint') return wholeLiteral(value);
  if (typeof value === 'number') {
    return Number.isInteger(value) ? wholeLiteral(BigInt(value)) : one('double', value);
  }
  if (!Array.isArray(value)) return undefined;
  const literals = (value as readonly JsonValue[]).map((element) =>
    Array.isArray(element) ? undefined : literalOfJson(element),
  );
  return literals.some((literal) => literal === undefined)
    ? undefined
    : listLiteral(literals as readonly LiteralValue[]);
}

/** Combines literals into one multi-value; undefined if their types are not compatible. */
function listLiteral(elements: readonly LiteralValue[]): LiteralValue | undefined {
  const types = elements.map(({ type }) => type);
  const [first] = types;
  if (first === undefined) return { type: 'null', values: [] };
  const values = elements.flatMap((element) => element.values);
  const places = types.map((type) => numericOrder.indexOf(type as ColumnType));
  if (places.every((place) => place >= 0)) {
    const type = numericOrder[Math.max(...places)] ?? first;
    return { type, values: type === 'double' ? values.map(Number) : values };
  }
  return types.every((type) => type === first) && first !== 'null'
    ? { type: first, values }
    : undefined;
}

function one(type: ColumnType, value: Scalar): LiteralValue {
  return { type, values: [value] };
}
