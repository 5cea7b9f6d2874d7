import type { JsonValue } from '../../base/json.ts';
import type { ExpressionTree } from '../../plan/syntax.ts';
import type { Token, TokenCursor } from '../../query/token-cursor.ts';

/**
 * The state that the grammar rules of expressions share: the tokens, the values of the placeholders, and the recursive
 * rules.
 */
export interface ExpressionParser {
  readonly cursor: TokenCursor;
  /** Returns the value of the next placeholder. Throws a SyntaxProblem if there are fewer values than placeholders. */
  readonly parameter: (token: Token) => JsonValue;
  /** Parses a whole expression. */
  readonly expression: () => ExpressionTree;
  /** Parses an expression of numbers and strings: one without AND, OR, NOT and comparisons. */
  readonly operand: () => ExpressionTree;
}
