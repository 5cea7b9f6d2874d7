import { at } from '../base/assert.ts';
import type { SourceLocation } from '../plan/syntax.ts';

/** A query text with its line starts. */
export interface SourceText {
  readonly text: string;
  /** Returns the place of the piece between two offsets. */
  readonly placeOf: (start: number, end: number) => SourceLocation;
}

/** Takes a query text; returns it with its lines looked up. */
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

/** Returns the number, from 1, of the line that an offset is in. */
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
