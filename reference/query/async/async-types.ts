import type { QueryResult } from '../../plan/table.ts';
import type { QueryTask } from '../../plan/task.ts';

/** Bounds on the queries that one service keeps. */
export interface AsyncLimits {
  /** Queries that run at once. */
  readonly running: number;
  /** Queries that are kept, running or finished. */
  readonly stored: number;
  /** Memory that all results may take together, in bytes (estimated). */
  readonly stored_bytes: number;
}

/** `Note` is what answers need of the request that started the query. */
export interface StartAsync<Note> {
  readonly begin: () => Promise<QueryTask>;
  readonly note: Note;
  /** How long the request waits for the result. */
  readonly wait_ms: number;
  /** How long the query can be asked for, from now on. */
  readonly keep_ms: number;
  /** Aborted when the client goes away before it has an id. */
  readonly signal?: AbortSignal | undefined;
}

export interface FetchAsync {
  readonly wait_ms: number;
  /** From now on; undefined: as before. */
  readonly keep_ms: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The state of a query. */
export interface AsyncAnswer<Note> {
  readonly id: string;
  readonly note: Note;
  /** Undefined while the query runs. */
  readonly result: QueryResult | undefined;
}

export interface AsyncCounts {
  readonly running: number;
  readonly stored: number;
  readonly stored_bytes: number;
}

/** The asynchronous queries of one service. All calls refuse an unknown or expired id. */
export interface AsyncQueries<Note> {
  /** Rejects with the error of the query if it fails within the wait; nothing is kept then. */
  start(start: StartAsync<Note>): Promise<AsyncAnswer<Note>>;
  /** Rejects with the error of the query if it has failed. */
  get(id: string, fetch: FetchAsync): Promise<AsyncAnswer<Note>>;
  stop(id: string): Promise<AsyncAnswer<Note>>;
  remove(id: string): void;
  removeAll(): void;
  counts(): AsyncCounts;
}
