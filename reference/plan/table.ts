import type { Page } from './block.ts';
import type { OutputColumn } from './plan.ts';

/** Rows of a result: pages of columns. */
interface Table {
  readonly columns: readonly OutputColumn[];
  readonly pages: readonly Page[];
}

/** Statistics of a run. */
interface RunFigures {
  readonly took_ms: number;
  /** True if the run was stopped early. */
  readonly is_partial: boolean;
  /** Documents that the query read; a plain count, which reads none, reports one for each count. */
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
