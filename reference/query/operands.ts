import { didYouMean } from '../base/similar-names.ts';
import type { CallTree, ExpressionTree, LiteralTree } from '../plan/syntax.ts';
import { readLiteral, readNumber } from './literals.ts';
import { readName, readSegment, isReserved } from './names.ts';
import { callOf } from './operators.ts';
import { maxNesting, tooDeep } from './token-cursor.ts';
import { QueryProblem } from '../plan/expression.ts';
import type { Parser } from './params.ts';

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
  const isNumber = (kind === 'integer' || kind === 'decimal') && !isCast(parser);
  if (isNumber) return readNumber(parser, sign, start);
  const operand = cursor.nested(() => readUnary(parser));
  if (sign === 1) return operand;
  return callOf('neg', cursor.placeFrom(start), [operand]);
}

/** Returns whether the number after a sign has a cast, which has precedence over the sign. */
function isCast({ cursor }: Parser): boolean {
  const hasUnit = cursor.peek(1).kind === 'word' && !isReserved(cursor.peek(1).text);
  return cursor.atSymbol('::', hasUnit ? 2 : 1);
}

function readCasts(parser: Parser, operand: ExpressionTree): ExpressionTree {
  const { cursor } = parser;
  let found = operand;
  const { line, column, text } = operand.place;
  for (let count = 0; cursor.acceptSymbol('::'); count++) {
    const token = cursor.peek();
    const type = readSegment(parser, true);
    if (count >= maxNesting) throw tooDeep(cursor.placeOf(token));
    const name = castFunctionOf(type);
    if (name === undefined) {
      const hint = didYouMean(type.toLowerCase(), castTypes);
      const reason = `Unknown data type named [${type}]${hint}`;
      throw new QueryProblem(cursor.placeOf(token), reason);
    }
    const place = { line, column, text: `${count === 0 ? text : found.place.text}::${type}` };
    found = callOf(name, place, [found]);
  }
  return found;
}

/** primary = "(" expression ")" | literal | call | name */
function readPrimary(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  if (cursor.atSymbol('(')) return cursor.inParentheses(() => cursor.nested(parser.expression));
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
  const operands: ExpressionTree[] = [];
  let options: CallTree['options'];
  const readOperands = (): void => {
    if (cursor.atSymbol('*')) operands.push({ kind: 'star', place: cursor.placeOf(cursor.take()) });
    else if (!cursor.atSymbol(')')) {
      do {
        if (operands.length > 0 && cursor.atSymbol('{')) options = readOptions(parser);
        else operands.push(parser.expression());
      } while (options === undefined && cursor.acceptSymbol(','));
    }
  };
  cursor.inParentheses(() => cursor.nested(readOperands));
  return { ...callOf(name, cursor.placeFrom(start), operands), options };
}

/** Parses a text: a string in quotes or a placeholder for one. Throws the error that `problem` returns for others. */
export function readText(parser: Parser, problem: (found: LiteralTree) => Error): LiteralTree {
  const literal = readLiteral(parser);
  if (literal === undefined) return parser.cursor.fail('QUOTED_STRING', "'?'");
  if (literal.type !== 'keyword' || literal.values.length !== 1) throw problem(literal);
  return literal;
}

/** options = "{" string ":" literal {"," string ":" literal} "}"; after the operands of a call. */
function readOptions(parser: Parser): ReadonlyMap<string, LiteralTree> {
  const { cursor } = parser;
  cursor.expectSymbol('{');
  const options = cursor.list(() => {
    const { kind, value } = cursor.peek();
    if (kind !== 'string') return cursor.fail('QUOTED_STRING');
    cursor.take();
    cursor.expectSymbol(':');
    const given = readLiteral(parser) ?? cursor.fail('QUOTED_STRING', 'INTEGER_LITERAL');
    return [value, given] as const;
  });
  cursor.expectSymbol('}');
  return new Map(options);
}

/** The function for each type of a cast. */
const casts: ReadonlyMap<string, string> = new Map([
  ['boolean', 'to_boolean'],
  ['bool', 'to_boolean'],
  ['integer', 'to_integer'],
  ['int', 'to_integer'],
  ['long', 'to_long'],
  ['unsigned_long', 'to_unsigned_long'],
  ['ul', 'to_unsigned_long'],
  ['double', 'to_double'],
  ['keyword', 'to_string'],
  ['string', 'to_string'],
  ['text', 'to_string'],
  ['date', 'to_datetime'],
  ['datetime', 'to_datetime'],
  ['date_nanos', 'to_date_nanos'],
  ['ip', 'to_ip'],
]);

/** The types that `::` accepts; README.md lists them. */
export const castTypes: readonly string[] = [...casts.keys()];

/** Takes a type, in any case; returns the name of the function that converts to it, or undefined. */
export function castFunctionOf(type: string): string | undefined {
  return casts.get(type.toLowerCase());
}
