import type { ColumnType } from '../column-type.ts';
import type { ExtractedValue } from '../plan.ts';

/** A compiled pattern that extracts columns from texts. */
export interface Extraction {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** Returns a value for each column, or undefined if the text does not match. */
  readonly extract: (text: string) => readonly ExtractedValue[] | undefined;
}

/** A pattern is invalid, or takes too long on a text. */
export class PatternProblem extends Error {
  override readonly name = 'PatternProblem';
}
