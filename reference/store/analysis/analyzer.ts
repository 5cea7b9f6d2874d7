/** A term of a text and its position; a removed stop word leaves a gap in the positions. */
export interface Token {
  readonly term: string;
  readonly position: number;
}

/** Divides texts into terms. */
export interface Analyzer {
  readonly name: string;
  /** Calls `emit` for each term in order of position, which avoids a list of tokens. */
  readonly walk: (text: string, emit: (term: string, position: number) => void) => void;
}

/** The gap in positions between two values of one field, so that no phrase spans both. */
export const positionGap = 100;

/** Takes an analyzer and a text; returns the terms in order. */
export function analyze(analyzer: Analyzer, text: string): readonly Token[] {
  const tokens: Token[] = [];
  analyzer.walk(text, (term, position) => void tokens.push({ term, position }));
  return tokens;
}
