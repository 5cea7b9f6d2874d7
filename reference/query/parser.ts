import type { ExpressionTree } from '../plan/syntax.ts';
import type { Binding, BoundParam } from './params.ts';
import type { Token, TokenCursor } from './token-cursor.ts';
import { SyntaxProblem } from './token-cursor.ts';

/** State shared by the parsers of commands and expressions. */
export interface Parser {
  readonly cursor: TokenCursor;
  readonly binding: Binding;
  /** Parses a whole expression. */
  readonly expression: () => ExpressionTree;
}

/**
 * Returns the entry for a placeholder. Throws the problem if there is none, which ends the parsing of its command.
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
