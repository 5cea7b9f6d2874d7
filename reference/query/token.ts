/**
 * Kinds of tokens: `word` is a name, a keyword or a name with stars; `quoted_name` one in back-quotes; `source` an
 * index expression; `param` a placeholder; `invalid` characters that no token has.
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

/** A piece of a query text. */
export interface Token {
  readonly kind: TokenKind;
  /** Offsets into the query text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What a string or a quoted name stands for; of other tokens the text. */
  readonly value: string;
}
