import type { JsonValue } from '../base/json.ts';
import type { ExpressionTree, NameTree } from '../plan/syntax.ts';
import { constants } from '../query/literals.ts';
import { castFunctionOf } from '../query/operands.ts';
import { callOf } from '../query/operators.ts';
import type { Token, TokenCursor } from '../query/token-cursor.ts';
import { QueryProblem } from '../plan/expression.ts';
import { maxNesting } from '../query/token-cursor.ts';
import { applyFunction } from './functions.ts';
import { takeName } from './lexer.ts';
import { nameOf, numberOf, parameterOf, textOf } from './trees.ts';

/** The state of the parser of expressions. */
export interface ExpressionParser {
  readonly cursor: TokenCursor;
  /** Returns the value of the next placeholder. Throws a QueryProblem if there are fewer values than placeholders. */
  readonly parameter: (token: Token) => JsonValue;
  /** Reads a whole expression. */
  readonly expression: () => ExpressionTree;
}

/** signed = {"-" | "+"} primary {"::" type}; a sign before a number is part of it. */
export function readSigned(parser: ExpressionParser): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  let isNegative = false;
  while (cursor.atSymbol('-') || cursor.atSymbol('+')) {
    if (cursor.take().text === '-') isNegative = !isNegative;
  }
  const digits = cursor.peek();
  const isNumber = isNegative && digits.kind === 'decimal';
  if (isNumber) cursor.take();
  let value = isNumber ? numberOf(`-${digits.text}`, cursor.placeFrom(start)) : readPrimary(parser);
  for (let casts = 0; cursor.acceptSymbol('::'); casts++) {
    if (casts >= maxNesting) cursor.fail('an end of the casts');
    value = callOf(readType(cursor), cursor.placeFrom(start), [value]);
  }
  return isNegative && !isNumber ? callOf('neg', cursor.placeFrom(start), [value]) : value;
}

/** Names of types that the query language does not have. */
const sqlTypes: Readonly<Record<string, string>> = {
  bigint: 'long',
  char: 'keyword',
  float: 'double',
  real: 'double',
  smallint: 'integer',
  timestamp: 'datetime',
  varchar: 'keyword',
};

/** Reads the name of a type; returns the function of the plan that converts to it. */
function readType(cursor: TokenCursor): string {
  const token = takeName(cursor, 'a data type');
  const type = token.text.toLowerCase();
  const name = castFunctionOf(sqlTypes[type] ?? type);
  if (name !== undefined) return name;
  throw new QueryProblem(cursor.placeOf(token), `Does not recognize type [${token.text}]`);
}

/** primary = text | number | "?" | "(" expression ")" | "CASE" … | "NULL" | "TRUE" | "FALSE" | call | column */
function readPrimary(parser: ExpressionParser): ExpressionTree {
  const { cursor } = parser;
  const token = cursor.peek();
  const { kind, text, value } = token;
  if (kind === 'word') return readWord(parser, token);
  if (kind === 'quoted_name') return readName(cursor);
  if (cursor.atSymbol('(')) return cursor.inParentheses(parser.expression);
  const place = cursor.placeOf(token);
  if (cursor.acceptSymbol('?')) return parameterOf(parser.parameter(token), place);
  if (kind !== 'string' && kind !== 'decimal') return cursor.fail('an expression');
  cursor.take();
  return kind === 'string' ? textOf(value, place) : numberOf(text, place);
}

function readWord(parser: ExpressionParser, token: Token): ExpressionTree {
  const { cursor } = parser;
  const place = cursor.placeOf(token);
  if (cursor.atWord('case')) return readCase(parser, token);
  if (cursor.atSymbol('(', 1)) return readCall(parser, token);
  const constant = constants.get(token.text.toLowerCase());
  if (constant === undefined) return readName(cursor);
  cursor.take();
  return { kind: 'literal', place, ...constant };
}

/** column = name {"." name} */
function readName(cursor: TokenCursor): NameTree {
  const start = cursor.peek();
  const parts = [takeName(cursor, 'a column').value];
  while (cursor.acceptSymbol('.')) {
    const { kind, value } = cursor.peek();
    if (kind !== 'word' && kind !== 'quoted_name') return cursor.fail('a name');
    cursor.take();
    parts.push(value);
  }
  return nameOf(parts.join('.'), cursor.placeFrom(start));
}

/** "CASE" [expression] {"WHEN" expression "THEN" expression} ["ELSE" expression] "END" */
function readCase(parser: ExpressionParser, token: Token): ExpressionTree {
  const { cursor } = parser;
  cursor.expectWord('case');
  const subject = cursor.atWord('when') ? undefined : parser.expression();
  const operands: ExpressionTree[] = [];
  do {
    cursor.expectWord('when');
    const tested = parser.expression();
    const condition = subject && callOf('==', tested.place, [subject, tested]);
    cursor.expectWord('then');
    operands.push(condition ?? tested, parser.expression());
  } while (cursor.atWord('when'));
  if (cursor.acceptWord('else')) operands.push(parser.expression());
  cursor.expectWord('end');
  return callOf('case', cursor.placeFrom(token), operands);
}

/** call = name "(" ["*" | ["DISTINCT"] expression {"," expression}] ")" | "CAST" "(" expression "AS" type ")" */
function readCall(parser: ExpressionParser, token: Token): ExpressionTree {
  const { cursor } = parser;
  cursor.take();
  cursor.expectSymbol('(');
  const name = token.text.toLowerCase();
  if (name === 'cast') {
    const value = parser.expression();
    cursor.expectWord('as');
    const cast = readType(cursor);
    cursor.expectSymbol(')');
    return callOf(cast, cursor.placeFrom(token), [value]);
  }
  const isDistinct = name === 'count' && cursor.acceptWord('distinct');
  const operands = cursor.atSymbol(')') ? [] : readOperands(parser);
  cursor.expectSymbol(')');
  const place = cursor.placeFrom(token);
  return applyFunction(isDistinct ? 'count_distinct' : token.text, place, operands);
}

function readOperands(parser: ExpressionParser): readonly ExpressionTree[] {
  const { cursor } = parser;
  if (cursor.atSymbol('*')) return [{ kind: 'star', place: cursor.placeOf(cursor.take()) }];
  return cursor.list(() => parser.expression());
}
