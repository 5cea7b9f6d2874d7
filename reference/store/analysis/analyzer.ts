/** One word of a text, and its place among the words (gaps are counted: a removed stop word leaves one). */
export interface Token {
  readonly term: string;
  readonly position: number;
}

/** Divides texts into terms. */
export interface Analyzer {
  readonly name: string;
  /** Calls `emit` for each term, in order of positions: no list of tokens is made. */
  readonly forEach: (text: string, emit: (term: string, position: number) => void) => void;
}

/** Distance of positions between two values of one field, so that no phrase spans both. */
export const positionGap = 100;

/** Takes an analyzer and a text; returns the terms in order. */
export function analyze(analyzer: Analyzer, text: string): readonly Token[] {
  const tokens: Token[] = [];
  analyzer.forEach(text, (term, position) => tokens.push({ term, position }));
  return tokens;
}
