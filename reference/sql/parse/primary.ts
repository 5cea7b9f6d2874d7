import type { ExpressionTree, NameTree } from '../../plan/syntax.ts';
import { applyFunction } from '../functions/apply-function.ts';
import { syntaxProblem } from '../sql-problem.ts';
import { castName } from './casts.ts';
import type { ExpressionParser } from './expression-parser.ts';
import { intervalLiteral } from './intervals.ts';
import type { Token, TokenReader } from './token-reader.ts';
import { booleanOf, callOf, nameOf, nullOf, numberOf, parameterOf, textOf } from './trees.ts';

/** Functions that may be called without parentheses. */
const bareFunctions = new Set(['current_date', 'current_time', 'current_timestamp']);

/** Parses a value, a column, a call, CASE, CAST, or an expression in parentheses. */
export function parsePrimary(parser: ExpressionParser): ExpressionTree {
  const { reader } = parser;
  const token = reader.peek();
  switch (token.kind) {
    case 'number':
      reader.next();
      return numberOf(token.text, reader.placeFrom(token));
    case 'string':
      return joinedText(reader);
    case 'symbol':
      return parseSymbol(parser, token);
    case 'word':
      return parseWord(parser, token);
    case 'quoted':
      return parseName(reader);
    case 'end':
      return reader.fail('an expression');
    default:
      return token.kind satisfies never;
  }
}

/** Parses a name, which may have several parts separated by dots. */
function parseName(reader: TokenReader): NameTree {
  const first = reader.peek();
  const parts = [reader.expectName('a column').text];
  while (reader.isSymbol('.') && reader.peek(1).kind !== 'symbol') {
    reader.next();
    const part = reader.peek();
    const isPart = part.kind === 'word' || part.kind === 'quoted';
    parts.push(isPart ? reader.next().text : reader.fail('a name'));
  }
  return nameOf(parts.join('.'), reader.placeFrom(first));
}

/** Parses a text; consecutive texts are joined. */
function joinedText(reader: TokenReader): ExpressionTree {
  const first = reader.next();
  let text = first.text;
  while (reader.peek().kind === 'string') text += reader.next().text;
  return textOf(text, reader.placeFrom(first));
}

function parseSymbol(parser: ExpressionParser, token: Token): ExpressionTree {
  const { reader } = parser;
  if (reader.takeSymbol('?')) {
    return parameterOf(parser.parameter(token), reader.placeFrom(token));
  }
  if (reader.isSymbol('{')) return parseEscape(parser, token);
  if (!reader.takeSymbol('(')) return reader.fail('an expression');
  if (reader.isWord('select')) throw syntaxProblem(token, 'sub-queries are not supported');
  const value = parser.expression();
  reader.expectSymbol(')');
  return value;
}

/** Parses ODBC's `{fn …}`, `{d '…'}`, `{ts '…'}` and `{interval …}`. */
function parseEscape(parser: ExpressionParser, token: Token): ExpressionTree {
  const { reader } = parser;
  reader.expectSymbol('{');
  const word = reader.peek();
  let value: ExpressionTree;
  if (reader.takeWord('fn')) value = parser.expression();
  else if (reader.isWord('interval')) value = parsePrimary(parser);
  else if (reader.takeWord('d') || reader.takeWord('ts')) value = dateLiteral(parser, word);
  else return reader.fail('fn, d, ts or interval');
  reader.expectSymbol('}');
  return { ...value, place: reader.placeFrom(token) };
}

function dateLiteral({ reader }: ExpressionParser, first: Token): ExpressionTree {
  const text = reader.peek();
  if (text.kind !== 'string') return reader.fail('a date in quotes');
  reader.next();
  const place = reader.placeFrom(first);
  const iso = text.text.trim().replace(/^(\d{4}-\d{2}-\d{2}) +(?=\d)/, '$1T');
  if (
    !/^[+-]?\d{4,}(?:-\d{2}(?:-\d{2}(?:T\d{2}(?::\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?)?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/.test(
      iso,
    )
  ) {
    throw syntaxProblem(text, `Invalid date or timestamp [${text.text}]`);
  }
  return callOf('to_datetime', place, [textOf(iso, place)]);
}

function parseWord(parser: ExpressionParser, token: Token): ExpressionTree {
  const { reader } = parser;
  const word = token.text.toLowerCase();
  const after = reader.peek(1);
  const isCall = after.kind === 'symbol' && after.text === '(';
  if (word === 'case') return parseCase(parser, token);
  if (word === 'interval') return intervalLiteral(reader);
  if (isCall) return parseCall(parser, token);
  if ((word === 'date' || word === 'timestamp') && after.kind === 'string') {
    reader.next();
    return dateLiteral(parser, token);
  }
  return parseConstant(reader, word) ?? parseName(reader);
}

/** Parses a constant that is a word, such as NULL; undefined if the word is not one. */
function parseConstant(reader: TokenReader, word: string): ExpressionTree | undefined {
  const isBare = bareFunctions.has(word);
  if (!isBare && word !== 'true' && word !== 'false' && word !== 'null') return undefined;
  const token = reader.next();
  const place = reader.placeFrom(token);
  if (isBare) return applyFunction(token.text, place, []);
  return word === 'null' ? nullOf(place) : booleanOf(word === 'true', place);
}

function parseCase(parser: ExpressionParser, token: Token): ExpressionTree {
  const { reader } = parser;
  reader.expectWord('case');
  const subject = reader.isWord('when') ? undefined : parser.expression();
  const operands: ExpressionTree[] = [];
  while (reader.takeWord('when')) {
    const first = reader.peek();
    const tested = parser.expression();
    const place = reader.placeFrom(first);
    operands.push(subject === undefined ? tested : callOf('==', place, [subject, tested]));
    reader.expectWord('then');
    operands.push(parser.expression());
  }
  if (operands.length === 0) return reader.fail('WHEN');
  if (reader.takeWord('else')) operands.push(parser.expression());
  reader.expectWord('end');
  return callOf('case', reader.placeFrom(token), operands);
}

/** Parses CAST after its opening parenthesis. */
function parseCast(parser: ExpressionParser, token: Token): ExpressionTree {
  const { reader } = parser;
  const value = parser.expression();
  reader.expectWord('as');
  const name = castName(reader);
  reader.expectSymbol(')');
  return callOf(name, reader.placeFrom(token), [value]);
}

/** Parses a call of a function; some have keywords between their operands. */
function parseCall(parser: ExpressionParser, token: Token): ExpressionTree {
  const { reader } = parser;
  reader.next();
  reader.expectSymbol('(');
  const name = token.text.toLowerCase();
  if (name === 'exists') throw syntaxProblem(token, 'EXISTS is not supported');
  if (name === 'cast') return parseCast(parser, token);
  if (name === 'convert') {
    const value = parser.expression();
    reader.expectSymbol(',');
    const cast = castName(reader);
    reader.expectSymbol(')');
    return callOf(cast, reader.placeFrom(token), [value]);
  }
  const distinct = reader.takeWord('distinct');
  if (!distinct) reader.takeWord('all');
  const operands = name === 'extract' ? extractOperands(parser) : listOperands(parser, name);
  reader.expectSymbol(')');
  const place = reader.placeFrom(token);
  if (!distinct) return applyFunction(token.text, place, operands);
  if (name === 'count') return applyFunction('count_distinct', place, operands);
  if (name === 'min' || name === 'max') return applyFunction(name, place, operands);
  throw syntaxProblem(token, `DISTINCT is not supported in [${token.text}]`);
}

function extractOperands(parser: ExpressionParser): readonly ExpressionTree[] {
  const { reader } = parser;
  const unit = reader.expectName('a part of a date');
  const place = reader.placeFrom(unit);
  reader.expectWord('from');
  return [textOf(unit.text, place), parser.expression()];
}

/** Parses operands separated by commas; SUBSTRING also accepts FROM and FOR as separators, POSITION accepts IN. */
function listOperands(parser: ExpressionParser, name: string): readonly ExpressionTree[] {
  const { reader } = parser;
  if (reader.isSymbol(')')) return [];
  const star = reader.peek();
  if (reader.takeSymbol('*')) return [{ kind: 'star', place: reader.placeFrom(star) }];
  const operands = [name === 'position' ? parser.operand() : parser.expression()];
  const isSeparator = (): boolean =>
    reader.takeSymbol(',') ||
    (name === 'position' && reader.takeWord('in')) ||
    (name === 'substring' && (reader.takeWord('from') || reader.takeWord('for')));
  while (isSeparator()) operands.push(parser.expression());
  return operands;
}
