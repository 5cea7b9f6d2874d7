import { at } from '../base/assert.ts';
import type { SourceLocation } from '../plan/syntax.ts';

/** A query text that can compute locations. */
export interface SourceText {
  readonly text: string;
  /** Returns the location of the text between two offsets. */
  readonly placeOf: (start: number, end: number) => SourceLocation;
}

/** Finds the line starts of a query text. */
export function sourceText(text: string): SourceText {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lineStarts.push(at + 1);
  }
  return {
    text,
    placeOf(start, end) {
      const line = lineAt(lineStarts, start);
      const column = start - at(lineStarts, line - 1) + 1;
      return { line, column, text: text.slice(start, end) };
    },
  };
}

/** Returns the number, from 1, of the line that contains an offset. */
function lineAt(lineStarts: readonly number[], offset: number): number {
  let low = 0;
  let high = lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (at(lineStarts, middle) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
