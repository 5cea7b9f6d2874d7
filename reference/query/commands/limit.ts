import { showJson } from '../../base/json.ts';
import type { CommandTree, LiteralTree } from '../../plan/syntax.ts';
import { readLiteral } from '../expressions/literals.ts';
import type { Parser } from '../parser.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import type { Token } from '../token.ts';

/** limit = "LIMIT" integer */
export function readLimit(parser: Parser, start: Token): CommandTree {
  const { cursor } = parser;
  const isNegative = cursor.atSymbol('-');
  const literal = isNegative ? undefined : readLiteral(parser);
  if (literal === undefined) return cursor.fail('INTEGER_LITERAL', "'?'");
  return { kind: 'limit', count: countOf(literal), place: cursor.placeFrom(start) };
}

function countOf({ type, values, place }: LiteralTree): number {
  const [value] = values;
  const isWhole = type === 'integer' || type === 'long';
  if (isWhole && values.length === 1 && Number(value) >= 0) return Number(value);
  throw new SyntaxProblem(
    place,
    `value of [limit ${place.text}] must be a non negative integer, found value [${showJson(value ?? null)}] type [${type}]`,
  );
}
