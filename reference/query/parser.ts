import type { ExpressionTree } from '../plan/syntax.ts';
import type { BoundParam } from './params/use-param.ts';
import { SyntaxProblem } from './syntax-problem.ts';
import type { Binding } from './params/bind-params.ts';
import type { Token } from './token.ts';
import type { TokenCursor } from './token-cursor.ts';

/** State shared by the parsers of commands and expressions. */
export interface Parser {
  readonly cursor: TokenCursor;
  readonly binding: Binding;
  /** Reads a whole expression. */
  readonly expression: () => ExpressionTree;
}

/**
 * Returns what a placeholder stands for. One that stands for nothing is already reported; the rest of its command is
 * left out.
 */
export function boundParam({ cursor, binding }: Parser, token: Token): BoundParam {
  const place = cursor.placeOf(token);
  const param = binding.bound.get(token);
  if (param !== undefined) return { mark: token.text, place, param };
  throw (
    binding.problems.find(
      (problem) => problem.place.line === place.line && problem.place.column === place.column,
    ) ?? new SyntaxProblem(place, `Unknown query parameter [${token.text}]`)
  );
}

/** Reads one or more of something, with commas between. */
export function listOf<T>({ cursor }: Parser, read: () => T): readonly T[] {
  const found = [read()];
  while (cursor.acceptSymbol(',')) found.push(read());
  return found;
}
