import type { CallTree, ExpressionTree, LiteralTree } from '../../plan/syntax.ts';
import type { Parser } from '../parser.ts';
import { listOf } from '../parser.ts';
import { castName } from './casts.ts';
import { readLiteral, readNumber } from './literals.ts';
import { readOptions } from './options.ts';
import { readName, readSegment } from './names.ts';
import { isReserved } from './reserved.ts';

const expecting = [
  'QUOTED_STRING',
  'INTEGER_LITERAL',
  'DECIMAL_LITERAL',
  "'false'",
  "'not'",
  "'null'",
  "'?'",
  "'true'",
  "'+'",
  "'-'",
  "'??'",
  'NAMED_OR_POSITIONAL_PARAM',
  "'('",
  "'['",
  'UNQUOTED_IDENTIFIER',
  'QUOTED_IDENTIFIER',
] as const;

/** unary = ("-" | "+") unary | primary {"::" type}; a sign before a number is part of it. */
export function readUnary(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  if (!cursor.atSymbol('-') && !cursor.atSymbol('+')) return readCasts(parser, readPrimary(parser));
  const start = cursor.take();
  const sign = start.text === '-' ? -1 : 1;
  const { kind } = cursor.peek();
  const next = kind === 'integer' || kind === 'decimal' ? signedNumber(parser) : undefined;
  if (next !== undefined) return readNumber(parser, sign, start);
  cursor.enter();
  const operand = readUnary(parser);
  cursor.leave();
  if (sign === 1) return operand;
  return { kind: 'call', name: 'neg', operands: [operand], place: cursor.placeFrom(start) };
}

/** Returns true unless the number after the sign has a cast, which has precedence over the sign. */
function signedNumber({ cursor }: Parser): true | undefined {
  const hasUnit = cursor.peek(1).kind === 'word' && !isReserved(cursor.peek(1).text);
  return cursor.atSymbol('::', hasUnit ? 2 : 1) ? undefined : true;
}

function readCasts(parser: Parser, operand: ExpressionTree): ExpressionTree {
  const { cursor } = parser;
  let found = operand;
  const { line, column, text } = operand.place;
  for (let count = 0; cursor.acceptSymbol('::'); count++) {
    const token = cursor.peek();
    const type = readSegment(parser, true);
    const name = castName(type, { place: cursor.placeOf(token), count });
    const place = { line, column, text: `${count === 0 ? text : found.place.text}::${type}` };
    found = { kind: 'call', name, operands: [found], place };
  }
  return found;
}

/** primary = "(" expression ")" | literal | call | name */
function readPrimary(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  if (cursor.atSymbol('(')) {
    cursor.take();
    cursor.enter();
    const inner = parser.expression();
    cursor.leave();
    cursor.expectSymbol(')');
    return inner;
  }
  const literal = readLiteral(parser);
  if (literal !== undefined) return literal;
  const { kind, text } = cursor.peek();
  const isName =
    kind === 'quoted_name' || kind === 'param' || (kind === 'word' && !isReserved(text));
  if (!isName) return cursor.fail(...expecting);
  return cursor.atSymbol('(', 1) ? readCall(parser) : readName(parser);
}

/** call = name "(" ["*" | expression {"," expression} ["," options]] ")" */
function readCall(parser: Parser): CallTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const name = readSegment(parser, true).toLowerCase();
  cursor.expectSymbol('(');
  cursor.enter();
  const operands = cursor.atSymbol(')') ? [] : readOperands(parser);
  cursor.leave();
  cursor.expectSymbol(')');
  return { kind: 'call', name, operands, place: cursor.placeFrom(start) };
}

function readOperands(parser: Parser): readonly ExpressionTree[] {
  const { cursor } = parser;
  if (!cursor.atSymbol('*')) {
    let isFirst = true;
    return listOf(parser, () => {
      const hasOptions = !isFirst && cursor.atSymbol('{');
      isFirst = false;
      return hasOptions ? readOptions(parser) : [parser.expression()];
    }).flat();
  }
  const place = cursor.placeOf(cursor.take());
  return [{ kind: 'star', place }];
}

/** Parses a text: a string in quotes or a placeholder for one. Throws the error that `problem` returns for others. */
export function readText(parser: Parser, problem: (found: LiteralTree) => Error): LiteralTree {
  const literal = readLiteral(parser);
  if (literal === undefined) return parser.cursor.fail('QUOTED_STRING', "'?'");
  if (literal.type !== 'keyword' || literal.values.length !== 1) throw problem(literal);
  return literal;
}
