import type { ExpressionTree, SourceLocation, CallTree } from '../plan/syntax.ts';
import { readText, readUnary } from './operands.ts';
import type { Parser } from './parser.ts';
import { listOf, maxNesting, tooDeep } from './parser.ts';
import { SyntaxProblem } from './syntax-problem.ts';
import type { Token } from './lexer.ts';

/**
 * expression = conjunction {"OR" conjunction}; conjunction = negation {"AND" negation};
 * negation = "NOT" negation | predicate
 *
 * query.expressions.
 */
export function readExpression(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const operands = [readConjunction(parser)];
  while (cursor.acceptWord('or')) operands.push(readConjunction(parser));
  return joined('or', operands, cursor.placeFrom(start));
}

function readConjunction(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const operands = [readNegation(parser)];
  while (cursor.acceptWord('and')) operands.push(readNegation(parser));
  return joined('and', operands, cursor.placeFrom(start));
}

function readNegation(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  if (!cursor.atWord('not')) return readPredicate(parser);
  const start = cursor.take();
  cursor.enter();
  const operand = readNegation(parser);
  cursor.leave();
  return { kind: 'call', name: 'not', operands: [operand], place: cursor.placeFrom(start) };
}

/** Builds a balanced tree from a chain, so that long chains are not deep; AND and OR are associative. */
function joined(
  name: 'and' | 'or',
  operands: readonly ExpressionTree[],
  place: SourceLocation,
): ExpressionTree {
  const [only, second] = operands;
  if (only !== undefined && second === undefined) return only;
  const middle = operands.length >>> 1;
  const left = joined(name, operands.slice(0, middle), place);
  const right = joined(name, operands.slice(middle), place);
  return { kind: 'call', name, operands: [left, right], place };
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** The left side of a predicate and its first token. */
interface Left {
  readonly start: Token;
  readonly operand: ExpressionTree;
}

/**
 * predicate = sum [comparison sum | "IS" ["NOT"] "NULL" | ["NOT"] ("IN" | "LIKE" | "RLIKE") … | ":" literal];
 * predicates do not chain: `a < b < c` is a syntax error.
 */
function readPredicate(parser: Parser): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  const left = { start, operand: readArithmetic(parser) };
  const { kind, text } = cursor.peek();
  if (kind === 'symbol' && comparisons.has(text)) {
    cursor.take();
    return call(parser, text, { ...left, rest: [readArithmetic(parser)] });
  }
  if (cursor.acceptSymbol(':')) {
    return call(parser, 'match', { ...left, rest: [readUnary(parser)] });
  }
  if (cursor.acceptWord('is')) return readIsNull(parser, left);
  const isNegated = cursor.atWord('not') && isListWord(cursor.peek(1));
  if (isNegated) cursor.take();
  if (!isListWord(cursor.peek())) return left.operand;
  const word = cursor.take().text.toLowerCase();
  const found = word === 'in' ? readIn(parser, left) : readLike(parser, word, left);
  return isNegated ? { kind: 'call', name: 'not', operands: [found], place: found.place } : found;
}

function isListWord({ kind, text }: Token): boolean {
  return kind === 'word' && ['in', 'like', 'rlike'].includes(text.toLowerCase());
}

function readIsNull(parser: Parser, left: Left): CallTree {
  const isNegated = parser.cursor.acceptWord('not');
  parser.cursor.expectWord('null');
  return call(parser, isNegated ? 'is_not_null' : 'is_null', { ...left, rest: [] });
}

function readIn(parser: Parser, left: Left): CallTree {
  const { cursor } = parser;
  cursor.expectSymbol('(');
  cursor.enter();
  const rest = listOf(parser, () => readArithmetic(parser));
  cursor.leave();
  cursor.expectSymbol(')');
  return call(parser, 'in', { ...left, rest });
}

function readLike(parser: Parser, word: string, left: Left): CallTree {
  const { cursor } = parser;
  const readPattern = () => {
    const { text } = cursor.peek();
    return readText(
      parser,
      ({ place, type }) =>
        new SyntaxProblem(
          place,
          `Invalid pattern parameter type for ${word} [${text}]: expected string, found ${type}`,
        ),
    );
  };
  if (!cursor.acceptSymbol('(')) return call(parser, word, { ...left, rest: [readPattern()] });
  const rest = listOf(parser, readPattern);
  cursor.expectSymbol(')');
  return call(parser, word, { ...left, rest });
}

function call(
  { cursor }: Parser,
  name: string,
  { start, operand, rest }: Left & { readonly rest: readonly ExpressionTree[] },
): CallTree {
  return { kind: 'call', name, operands: [operand, ...rest], place: cursor.placeFrom(start) };
}

/** The precedence of each operator; all are left-associative. */
const powers: ReadonlyMap<string, number> = new Map([
  ['+', 1],
  ['-', 1],
  ['*', 2],
  ['/', 2],
  ['%', 2],
]);

/** sum = product {("+" | "-") product}; product = unary {("*" | "/" | "%") unary} */
function readArithmetic(parser: Parser, least = 1): ExpressionTree {
  const { cursor } = parser;
  const start = cursor.peek();
  let left = readUnary(parser);
  for (let links = 1; ; links++) {
    const { kind, text } = cursor.peek();
    const binds = kind === 'symbol' ? (powers.get(text) ?? 0) : 0;
    if (binds < least) return left;
    if (links > maxNesting) throw tooDeep(cursor.placeOf(start));
    cursor.take();
    const right = readArithmetic(parser, binds + 1);
    left = {
      kind: 'call',
      name: text,
      operands: [left, right],
      place: cursor.placeFrom(start),
    };
  }
}
