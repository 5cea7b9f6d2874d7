import type { Budget } from '../../base/budget.ts';
import { unlimited } from '../../base/budget.ts';
import type { Environment } from '../../base/environment.ts';
import type { Page } from '../page.ts';
import type { Evaluation } from '../expression.ts';
import type { UsedColumns } from '../expression-columns.ts';
import type { OpenSource } from '../source/open-source.ts';

/** Work in steps: each returns a page, or undefined so that the run can yield to the event loop. */
export type Pages = Generator<Page | undefined, void>;

/** The context of an operator. */
export interface NodeContext {
  readonly run: Run;
  /** Maximum number of rows that the parent reads from this node. */
  readonly most: number;
  /** Columns that the parent reads; the others may be `unread`. */
  readonly used: UsedColumns;
}

const minPageRows = 64;
const maxPageRows = 1024;

/** Target duration of a step: pages become smaller after longer steps and larger after much shorter ones. */
const aimedStep_ms = 4;

/** The state that the operators of one run share. */
export class Run {
  readonly source: OpenSource | undefined;
  readonly evaluation: Evaluation;
  readonly environment: Environment;
  readonly #budget: Budget;
  documents_found = 0;
  values_loaded = 0;
  #pageRows = 256;
  #stopped = false;

  constructor(given: {
    readonly source: OpenSource | undefined;
    readonly evaluation: Evaluation;
    readonly environment: Environment;
  }) {
    this.source = given.source;
    this.evaluation = given.evaluation;
    this.environment = given.environment;
    this.#budget = given.environment.budget ?? unlimited;
  }

  /** Current number of rows per page. */
  get pageRows(): number {
    return this.#pageRows;
  }

  /** True if sources and expansions must not return more rows. */
  get stopped(): boolean {
    return this.#stopped;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Takes the duration of the last step in milliseconds and adapts the size of pages. */
  adapt(took_ms: number): void {
    if (took_ms >= aimedStep_ms) {
      this.#pageRows = Math.max(minPageRows, this.#pageRows >>> 1);
    } else if (took_ms < 1) this.#pageRows = Math.min(maxPageRows, this.#pageRows * 2);
  }

  /** Reserves memory in bytes, or frees it (negative). Throws circuit_breaking_exception above a limit. */
  reserve(bytes: number): void {
    this.#budget.reserve(bytes);
  }

  /** Counts rows that an operator passes on. Throws circuit_breaking_exception above the limit. */
  countRows(rows: number): void {
    this.#budget.countRows(rows);
  }
}
