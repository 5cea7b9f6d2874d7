import type { Work } from '../../base/work.ts';
import { finishWork } from '../../base/work.ts';

/** A term of a text and its position; a removed stop word leaves a gap in the positions. */
export interface Token {
  readonly term: string;
  readonly position: number;
}

/** Divides texts into terms. */
export interface Analyzer {
  readonly name: string;
  /**
   * Calls `emit` for each term in order of position, which avoids a list of tokens. Returns what is left to do in steps,
   * if anything.
   */
  readonly walk: (
    text: string,
    emit: (term: string, position: number) => void,
  ) => Work<void> | undefined;
}

/** The gap in positions between two values of one field, so that no phrase spans both. */
export const positionGap = 100;

/** Takes an analyzer and a text; returns the terms in order. */
export function analyze(analyzer: Analyzer, text: string): readonly Token[] {
  const tokens: Token[] = [];
  walkAll(analyzer, text, (term, position) => tokens.push({ term, position }));
  return tokens;
}

/** Calls `emit` for each term of a text. */
export function walkAll(
  analyzer: Analyzer,
  text: string,
  emit: (term: string, position: number) => void,
): void {
  const rest = analyzer.walk(text, emit);
  if (rest !== undefined) finishWork(rest);
}
