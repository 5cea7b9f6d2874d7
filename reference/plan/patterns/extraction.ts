import type { Scalar } from '../cells.ts';
import type { ColumnType } from '../column-type.ts';

/** A compiled pattern that extracts columns from texts. */
export interface Extraction {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** Returns the values for each column; an empty list if the text does not match. */
  readonly extract: (text: string) => readonly (readonly Scalar[])[];
}

/** A `%{…}` in a pattern. */
interface NamedBraces {
  readonly start: number;
  /** The position after the closing bracket. */
  readonly end: number;
  readonly inner: string;
}

/**
 * Yields each `%{…}` of a pattern, in order. The time is proportional to the length, also if many are not closed: a
 * regular expression would search the rest for each of those.
 */
export function* namedBraces(pattern: string): Generator<NamedBraces, void> {
  for (let end = 0; ;) {
    const start = pattern.indexOf('%{', end);
    const close = start < 0 ? -1 : pattern.indexOf('}', start);
    if (close < 0) return;
    end = close + 1;
    yield { start, end, inner: pattern.slice(start + 2, close) };
  }
}
