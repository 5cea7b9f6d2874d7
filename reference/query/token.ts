/**
 * Kinds of tokens: `word` is a name, a keyword or a name with stars; `quoted_name` one in back-quotes; `source` an
 * index expression; `param` a placeholder; `invalid` characters that form no token.
 */
export type TokenKind =
  | 'word'
  | 'quoted_name'
  | 'source'
  | 'integer'
  | 'decimal'
  | 'string'
  | 'param'
  | 'symbol'
  | 'invalid'
  | 'end';

/** A token of a query text. */
export interface Token {
  readonly kind: TokenKind;
  /** Offsets into the query text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The content of a string or a quoted name; the text of other tokens. */
  readonly value: string;
}
