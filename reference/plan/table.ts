import type { Page } from './block.ts';
import type { OutputColumn } from './plan.ts';

/** Rows of a result: pages of columns. */
export interface Table {
  readonly columns: readonly OutputColumn[];
  readonly pages: readonly Page[];
}

/** The figures of a run. */
export interface RunFigures {
  readonly took_ms: number;
  /** True where the run was stopped before it came to its end. */
  readonly is_partial: boolean;
  /** Documents that the query looked at; a plain count that looks at none reports one for each count. */
  readonly documents_found: number;
  /** Values that were loaded from documents. */
  readonly values_loaded: number;
  /** Texts for the `Warning` header. */
  readonly warnings: readonly string[];
}

/** A run that has ended. */
export interface QueryResult {
  readonly table: Table;
  readonly figures: RunFigures;
}
