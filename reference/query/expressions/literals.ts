import type { LiteralTree } from '../../plan/syntax.ts';
import { spanOf } from '../../plan/spans.ts';
import type { LiteralValue } from '../params/query-params.ts';
import { listLiteral, wholeLiteral } from '../params/literal-value.ts';
import { isIdentifier, paramLiteral } from '../params/use-param.ts';
import type { Parser } from '../parser.ts';
import { boundParam, listOf } from '../parser.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import type { Token } from '../token.ts';
import { isReserved } from './reserved.ts';

/** Maximum number of digits of a number. */
const maxDigits = 1000;

/** literal = string | number | "null" | "true" | "false" | number unit | "[" literal {"," literal} "]" | "?" … */
export function readLiteral(parser: Parser): LiteralTree | undefined {
  const { cursor } = parser;
  const { kind } = cursor.peek();
  if (kind === 'string') {
    return literal(parser, { type: 'keyword', values: [cursor.take().value] });
  }
  if (kind === 'integer' || kind === 'decimal') return readNumber(parser, 1);
  if (kind === 'word') return readConstant(parser);
  if (kind === 'param') return readParam(parser);
  return cursor.atSymbol('[') ? readList(parser) : undefined;
}

/** Parses a number or a span of time; `sign` is the sign before it, which is already consumed. */
export function readNumber(parser: Parser, sign: 1 | -1, start?: Token): LiteralTree {
  const { cursor } = parser;
  const token = cursor.take();
  const from = start ?? token;
  if (token.text.length > maxDigits) {
    throw new SyntaxProblem(cursor.placeOf(token), `Number is longer than ${maxDigits} digits`);
  }
  if (token.kind === 'decimal') {
    const value = Number(token.text) * sign;
    if (Number.isFinite(value)) return place(parser, from, { type: 'double', values: [value] });
    throw new SyntaxProblem(cursor.placeOf(token), `Number [${token.text}] is too large`);
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
    throw new SyntaxProblem(cursor.placeOf(unit), `Unexpected temporal unit: '${unit.text}'`);
  }
  const where = cursor.placeFrom(start);
  return { kind: 'literal', place: where, type: span.type, values: [where.text], span: span.span };
}

function readConstant(parser: Parser): LiteralTree | undefined {
  switch (parser.cursor.peek().text.toLowerCase()) {
    case 'null':
      parser.cursor.take();
      return literal(parser, { type: 'null', values: [] });
    case 'true':
      parser.cursor.take();
      return literal(parser, { type: 'boolean', values: [1] });
    case 'false':
      parser.cursor.take();
      return literal(parser, { type: 'boolean', values: [0] });
    default:
      return undefined;
  }
}

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
  const elements = listOf(parser, () => readElement(parser));
  cursor.expectSymbol(']');
  const where = cursor.placeFrom(start);
  const value = listLiteral(elements);
  if (value !== undefined) return { kind: 'literal', place: where, ...value };
  throw new SyntaxProblem(where, `Values of a list must be of one type, found ${where.text}`);
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

function literal({ cursor }: Parser, value: LiteralValue): LiteralTree {
  const token = cursor.peek(-1);
  return { kind: 'literal', place: cursor.placeOf(token), ...value };
}

function place({ cursor }: Parser, start: Token, value: LiteralValue): LiteralTree {
  return { kind: 'literal', place: cursor.placeFrom(start), ...value };
}
