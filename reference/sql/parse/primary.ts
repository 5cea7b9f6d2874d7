import type { ExpressionTree, NameTree } from '../../plan/syntax.ts';
import { callOf } from '../../query/operators.ts';
import type { Token, TokenCursor } from '../../query/token-cursor.ts';
import { SyntaxProblem } from '../../query/token-cursor.ts';
import { applyFunction } from '../functions/apply-function.ts';
import { castName } from './casts.ts';
import type { ExpressionParser } from './expression-parser.ts';
import { intervalLiteral } from './intervals.ts';
import { takeName } from './lexer.ts';
import { booleanOf, nameOf, nullOf, numberOf, parameterOf, textOf } from './trees.ts';

/** Functions that may be called without parentheses. */
const bareFunctions = new Set(['current_date', 'current_time', 'current_timestamp']);

/** Parses a value, a column, a call, CASE, CAST, or an expression in parentheses. */
export function parsePrimary(parser: ExpressionParser): ExpressionTree {
  const { cursor } = parser;
  const token = cursor.peek();
  const { kind } = token;
  if (kind === 'string') return joinedText(cursor);
  if (kind === 'symbol') return parseSymbol(parser, token);
  if (kind === 'word') return parseWord(parser, token);
  if (kind === 'quoted_name') return parseName(cursor);
  if (kind !== 'decimal') return cursor.fail('an expression');
  cursor.take();
  return numberOf(token.text, cursor.placeFrom(token));
}

/** Parses a name, which may have several parts separated by dots. */
function parseName(cursor: TokenCursor): NameTree {
  const first = cursor.peek();
  const parts = [takeName(cursor, 'a column').value];
  while (cursor.atSymbol('.') && cursor.peek(1).kind !== 'symbol') {
    cursor.take();
    const part = cursor.peek();
    const isPart = part.kind === 'word' || part.kind === 'quoted_name';
    parts.push(isPart ? cursor.take().value : cursor.fail('a name'));
  }
  return nameOf(parts.join('.'), cursor.placeFrom(first));
}

/** Parses a text; consecutive texts are joined. */
function joinedText(cursor: TokenCursor): ExpressionTree {
  const first = cursor.take();
  let text = first.value;
  while (cursor.peek().kind === 'string') text += cursor.take().value;
  return textOf(text, cursor.placeFrom(first));
}

function parseSymbol(parser: ExpressionParser, token: Token): ExpressionTree {
  const { cursor } = parser;
  if (cursor.acceptSymbol('?')) {
    return parameterOf(parser.parameter(token), cursor.placeFrom(token));
  }
  if (cursor.atSymbol('{')) return parseEscape(parser, token);
  if (!cursor.acceptSymbol('(')) return cursor.fail('an expression');
  if (cursor.atWord('select'))
    throw new SyntaxProblem(cursor.placeOf(token), 'sub-queries are not supported');
  const value = parser.expression();
  cursor.expectSymbol(')');
  return value;
}

/** Parses ODBC's `{fn …}`, `{d '…'}`, `{ts '…'}` and `{interval …}`. */
function parseEscape(parser: ExpressionParser, token: Token): ExpressionTree {
  const { cursor } = parser;
  cursor.expectSymbol('{');
  const word = cursor.peek();
  let value: ExpressionTree;
  if (cursor.acceptWord('fn')) value = parser.expression();
  else if (cursor.atWord('interval')) value = parsePrimary(parser);
  else if (cursor.acceptWord('d') || cursor.acceptWord('ts')) value = dateLiteral(parser, word);
  else return cursor.fail('fn, d, ts or interval');
  cursor.expectSymbol('}');
  return { ...value, place: cursor.placeFrom(token) };
}

function dateLiteral({ cursor }: ExpressionParser, first: Token): ExpressionTree {
  const text = cursor.peek();
  if (text.kind !== 'string') return cursor.fail('a date in quotes');
  cursor.take();
  const place = cursor.placeFrom(first);
  const iso = text.value.trim().replace(/^(\d{4}-\d{2}-\d{2}) +(?=\d)/, '$1T');
  if (
    !/^[+-]?\d{4,}(?:-\d{2}(?:-\d{2}(?:T\d{2}(?::\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?)?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/.test(
      iso,
    )
  ) {
    throw new SyntaxProblem(cursor.placeOf(text), `Invalid date or timestamp [${text.value}]`);
  }
  return callOf('to_datetime', place, [textOf(iso, place)]);
}

function parseWord(parser: ExpressionParser, token: Token): ExpressionTree {
  const { cursor } = parser;
  const word = token.text.toLowerCase();
  const after = cursor.peek(1);
  const isCall = after.kind === 'symbol' && after.text === '(';
  if (word === 'case') return parseCase(parser, token);
  if (word === 'interval') return intervalLiteral(cursor);
  if (isCall) return parseCall(parser, token);
  if ((word === 'date' || word === 'timestamp') && after.kind === 'string') {
    cursor.take();
    return dateLiteral(parser, token);
  }
  return parseConstant(cursor, word) ?? parseName(cursor);
}

/** Parses a constant that is a word, such as NULL; undefined if the word is not one. */
function parseConstant(cursor: TokenCursor, word: string): ExpressionTree | undefined {
  const isBare = bareFunctions.has(word);
  if (!isBare && word !== 'true' && word !== 'false' && word !== 'null') return undefined;
  const token = cursor.take();
  const place = cursor.placeFrom(token);
  if (isBare) return applyFunction(token.text, place, []);
  return word === 'null' ? nullOf(place) : booleanOf(word === 'true', place);
}

function parseCase(parser: ExpressionParser, token: Token): ExpressionTree {
  const { cursor } = parser;
  cursor.expectWord('case');
  const subject = cursor.atWord('when') ? undefined : parser.expression();
  const operands: ExpressionTree[] = [];
  while (cursor.acceptWord('when')) {
    const first = cursor.peek();
    const tested = parser.expression();
    const place = cursor.placeFrom(first);
    operands.push(subject === undefined ? tested : callOf('==', place, [subject, tested]));
    cursor.expectWord('then');
    operands.push(parser.expression());
  }
  if (operands.length === 0) return cursor.fail('WHEN');
  if (cursor.acceptWord('else')) operands.push(parser.expression());
  cursor.expectWord('end');
  return callOf('case', cursor.placeFrom(token), operands);
}

/** Parses CAST after its opening parenthesis. */
function parseCast(parser: ExpressionParser, token: Token): ExpressionTree {
  const { cursor } = parser;
  const value = parser.expression();
  cursor.expectWord('as');
  const name = castName(cursor);
  cursor.expectSymbol(')');
  return callOf(name, cursor.placeFrom(token), [value]);
}

/** Parses a call of a function; some have keywords between their operands. */
function parseCall(parser: ExpressionParser, token: Token): ExpressionTree {
  const { cursor } = parser;
  cursor.take();
  cursor.expectSymbol('(');
  const name = token.text.toLowerCase();
  if (name === 'exists') throw new SyntaxProblem(cursor.placeOf(token), 'EXISTS is not supported');
  if (name === 'cast') return parseCast(parser, token);
  if (name === 'convert') {
    const value = parser.expression();
    cursor.expectSymbol(',');
    const cast = castName(cursor);
    cursor.expectSymbol(')');
    return callOf(cast, cursor.placeFrom(token), [value]);
  }
  const distinct = cursor.acceptWord('distinct');
  if (!distinct) cursor.acceptWord('all');
  const operands = name === 'extract' ? extractOperands(parser) : listOperands(parser, name);
  cursor.expectSymbol(')');
  const place = cursor.placeFrom(token);
  if (!distinct) return applyFunction(token.text, place, operands);
  if (name === 'count') return applyFunction('count_distinct', place, operands);
  if (name === 'min' || name === 'max') return applyFunction(name, place, operands);
  throw new SyntaxProblem(cursor.placeOf(token), `DISTINCT is not supported in [${token.text}]`);
}

function extractOperands(parser: ExpressionParser): readonly ExpressionTree[] {
  const { cursor } = parser;
  const unit = takeName(cursor, 'a part of a date');
  const place = cursor.placeFrom(unit);
  cursor.expectWord('from');
  return [textOf(unit.value, place), parser.expression()];
}

/** Parses operands separated by commas; SUBSTRING also accepts FROM and FOR as separators, POSITION accepts IN. */
function listOperands(parser: ExpressionParser, name: string): readonly ExpressionTree[] {
  const { cursor } = parser;
  if (cursor.atSymbol(')')) return [];
  const star = cursor.peek();
  if (cursor.acceptSymbol('*')) return [{ kind: 'star', place: cursor.placeFrom(star) }];
  const operands = [name === 'position' ? parser.operand() : parser.expression()];
  const isSeparator = (): boolean =>
    cursor.acceptSymbol(',') ||
    (name === 'position' && cursor.acceptWord('in')) ||
    (name === 'substring' && (cursor.acceptWord('from') || cursor.acceptWord('for')));
  while (isSeparator()) operands.push(parser.expression());
  return operands;
}
