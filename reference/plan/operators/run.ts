import type { Environment } from '../../base/environment.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Approximation } from '../approximation.ts';
import type { Page } from '../block.ts';
import type { Evaluation } from '../expression.ts';
import type { UsedColumns } from './used-columns.ts';
import type { OpenSource } from '../source/open-source.ts';

/** Work in steps: each gives a page, or nothing so that others may have their turn. */
export type Pages = Generator<Page | undefined, void>;

/** What every operator is handed. */
export interface NodeContext {
  readonly run: Run;
  readonly approximation: Approximation | undefined;
  /** Rows of this node that are looked at: more are of no use. */
  readonly most: number;
  /** Share of the documents that the source gives, chosen at random; undefined: all. */
  readonly share: number | undefined;
  /** Columns of this node that are looked at; the others may be left out (null). Undefined: all. */
  readonly used: UsedColumns | undefined;
  /** True where each page is done with before the next one is asked for: its memory may be used again. */
  readonly passing: boolean;
}

/** Bounds of one run. */
export interface RunLimits {
  /** Groups that an aggregation may have. */
  readonly groups: number;
  /** Memory that all operators may hold together, in bytes, estimated. */
  readonly bytes: number;
}

const defaultLimits: RunLimits = { groups: 2_000_000, bytes: 2 ** 29 };

const minPageRows = 64;
const maxPageRows = 16_384;

/** A step that takes longer makes pages smaller, one that is much shorter makes them larger. */
const aimedStep_ms = 4;

/** What the operators of one run share. */
export class Run {
  readonly source: OpenSource | undefined;
  readonly evaluation: Evaluation;
  readonly environment: Environment;
  readonly limits: RunLimits;
  documents_found = 0;
  values_loaded = 0;
  #pageRows = 256;
  #stopped = false;
  #bytes = 0;

  constructor(given: {
    readonly source: OpenSource | undefined;
    readonly evaluation: Evaluation;
    readonly environment: Environment;
    readonly limits?: RunLimits | undefined;
  }) {
    this.source = given.source;
    this.evaluation = given.evaluation;
    this.environment = given.environment;
    this.limits = given.limits ?? defaultLimits;
  }

  /** Rows that an operator puts into a page now. */
  get pageRows(): number {
    return this.#pageRows;
  }

  /** True where sources and expansions are to give no more rows. */
  get stopped(): boolean {
    return this.#stopped;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Takes how long the last step took, in milliseconds; pages follow it. */
  adapt(took_ms: number): void {
    if (took_ms >= aimedStep_ms) {
      this.#pageRows = Math.max(minPageRows, this.#pageRows >>> 1);
    } else if (took_ms < 1) this.#pageRows = Math.min(maxPageRows, this.#pageRows * 2);
  }

  /** Counts memory that is held from now on, or given back (below 0). Throws where it is too much. */
  reserve(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.limits.bytes) return;
    throw new ServiceError(
      'circuit_breaking_exception',
      `[request] Data too large, data for [query] would be [${this.#bytes}b], which is larger than the limit of [${this.limits.bytes}b]`,
      {
        metadata: {
          bytes_wanted: this.#bytes,
          bytes_limit: this.limits.bytes,
          durability: 'TRANSIENT',
        },
      },
    );
  }
}
