import type { ColumnType } from '../column-type.ts';
import type { ExtractedValue } from '../plan.ts';

/** A pattern that takes pieces out of texts. */
export interface Extraction {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** Returns a value for each column, or undefined if the text does not fit. */
  readonly extract: (text: string) => readonly ExtractedValue[] | undefined;
}

/** A pattern that cannot be read. */
export class PatternProblem extends Error {
  override readonly name = 'PatternProblem';
}
