import type { Page } from './page.ts';
import type { OutputColumn } from './plan.ts';

/** The rows of a result as pages. */
interface Table {
  readonly columns: readonly OutputColumn[];
  readonly pages: readonly Page[];
}

/** Statistics of a run. */
interface RunFigures {
  readonly took_ms: number;
  /** True if the run was stopped early. */
  readonly is_partial: boolean;
  /** Number of documents that were read; a plain count, which reads none, reports one for each count. */
  readonly documents_found: number;
  /** Number of values that were loaded from documents. */
  readonly values_loaded: number;
  /** Texts for the `Warning` header. */
  readonly warnings: readonly string[];
}

/** The result of a run that has ended. */
export interface QueryResult {
  readonly table: Table;
  readonly figures: RunFigures;
}
