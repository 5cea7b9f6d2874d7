import { at } from '../../base/assert.ts';
import type { JsonValue } from '../../base/json.ts';
import type { ExpressionTree, SourceLocation } from '../../plan/syntax.ts';
import { syntaxProblem } from '../sql-problem.ts';
import type { ExpressionParser } from './expression-parser.ts';
import { parsePredicate } from './predicates.ts';
import { parsePrimary } from './primary.ts';
import type { Token, TokenReader } from './token-reader.ts';
import { callOf, numberOf } from './trees.ts';
import { castName } from './casts.ts';

/** Maximum depth of nested expressions. */
const maxDepth = 500;

/** The precedence of the binary operators; all are left-associative. */
const powers = new Map([
  ['||', 1],
  ['+', 2],
  ['-', 2],
  ['*', 3],
  ['/', 3],
  ['%', 3],
]);

/** Takes a reader and the values of placeholders; returns a parser of expressions, which throws parsing_exception. */
export function expressionParser(
  reader: TokenReader,
  params: readonly JsonValue[],
): ExpressionParser {
  let depth = 0;
  let used = 0;
  const nested = <T>(read: () => T): T => {
    if (depth >= maxDepth) {
      throw syntaxProblem(reader.peek(), `the expression is nested deeper than [${maxDepth}]`);
    }
    depth++;
    const value = read();
    depth--;
    return value;
  };
  const parser: ExpressionParser = {
    reader,
    parameter(token) {
      const value = params[used++];
      if (value !== undefined) return value;
      throw syntaxProblem(token, `Not enough actual parameters [${params.length}]`);
    },
    expression: () => nested(() => disjunction(parser)),
    operand: () => nested(() => sum(parser, 0)),
  };
  return parser;
}

function disjunction(parser: ExpressionParser): ExpressionTree {
  return chain(parser, 'or', () => chain(parser, 'and', () => negation(parser)));
}

/** Parses operands joined by AND (or OR) as a balanced tree, so that long chains are not deeply nested. */
function chain(
  { reader }: ExpressionParser,
  name: 'and' | 'or',
  read: () => ExpressionTree,
): ExpressionTree {
  const first = reader.peek();
  const operands = [read()];
  while (reader.takeWord(name)) operands.push(read());
  const place = reader.placeFrom(first);
  let level: readonly ExpressionTree[] = operands;
  while (level.length > 1) {
    level = level.flatMap((one, nth) => {
      const other = level[nth + 1];
      if (nth % 2 === 1) return [];
      return [other === undefined ? one : callOf(name, place, [one, other])];
    });
  }
  return at(level, 0);
}

function negation(parser: ExpressionParser): ExpressionTree {
  const { reader } = parser;
  const first = reader.peek();
  let count = 0;
  while (reader.takeWord('not')) count++;
  const value = parsePredicate(parser);
  if (count === 0) return value;
  const place = reader.placeFrom(first);
  const negated = callOf('not', place, [value]);
  return count % 2 === 1 ? negated : callOf('not', place, [negated]);
}

function sum(parser: ExpressionParser, least: number): ExpressionTree {
  const { reader } = parser;
  const first = reader.peek();
  let left = signed(parser);
  for (let steps = 0; ; steps++) {
    const token = reader.peek();
    const power = token.kind === 'symbol' ? powers.get(token.text) : undefined;
    if (power === undefined || power <= least) return left;
    if (steps >= maxDepth) {
      throw syntaxProblem(token, `more than [${maxDepth}] consecutive operators`);
    }
    reader.next();
    const right = sum(parser, power);
    const place = reader.placeFrom(first);
    left =
      token.text === '||' ? joined(left, right, place) : callOf(token.text, place, [left, right]);
  }
}

function joined(
  left: ExpressionTree,
  right: ExpressionTree,
  place: SourceLocation,
): ExpressionTree {
  const asText = (side: ExpressionTree): ExpressionTree => callOf('to_string', side.place, [side]);
  return callOf('concat', place, [asText(left), asText(right)]);
}

function signed(parser: ExpressionParser): ExpressionTree {
  const { reader } = parser;
  const first = reader.peek();
  let negative = false;
  while (reader.isSymbol('-') || reader.isSymbol('+')) {
    if (reader.next().text === '-') negative = !negative;
  }
  const digits = reader.peek();
  if (negative && digits.kind === 'number') {
    reader.next();
    return casts(parser, numberOf(`-${digits.text}`, reader.placeFrom(first)), first);
  }
  const value = casts(parser, parsePrimary(parser), first);
  return negative ? callOf('neg', reader.placeFrom(first), [value]) : value;
}

function casts(parser: ExpressionParser, value: ExpressionTree, first: Token): ExpressionTree {
  const { reader } = parser;
  let left = value;
  for (let steps = 0; reader.takeSymbol('::'); steps++) {
    if (steps >= maxDepth) reader.fail('an end of the casts');
    left = callOf(castName(parser.reader), reader.placeFrom(first), [left]);
  }
  return left;
}
