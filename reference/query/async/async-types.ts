import type { Environment } from '../../base/environment.ts';
import type { QueryResult } from '../../plan/table.ts';
import type { QueryTask } from '../../plan/task.ts';

/** Limits on the asynchronous queries of one service. */
export interface AsyncLimits {
  /** Maximum number of queries that are accepted and have not finished. */
  readonly running: number;
  /** Maximum number of queries that work at the same time; those that are accepted take turns. */
  readonly atOnce: number;
  /** Maximum number of queries that are kept, running or finished. */
  readonly stored: number;
  /** Pause after each step of a query that has had a few; absent: a query works without pauses. */
  readonly rest_ms?: number;
}

/** The limits if no others are given. */
export const defaultAsyncLimits: AsyncLimits = {
  running: 100,
  atOnce: 2,
  stored: 10_000,
};

/** A query to start. `Note` is the data of the request that its responses need. */
export interface StartAsync<Note> {
  readonly begin: (environment: Environment) => Promise<QueryTask>;
  readonly note: Note;
  /** Longest time that the request waits for the result. */
  readonly wait_ms: number;
  /** How long the query is kept, from now on. */
  readonly keep_ms: number;
  /** Aborted if the client disconnects before it has the id. */
  readonly signal?: AbortSignal | undefined;
}

/** The options of a fetch of the result. */
export interface FetchAsync {
  readonly wait_ms: number;
  /** How long the query is kept, from now on; undefined: unchanged. */
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

/** The current number of queries. */
export interface AsyncCounts {
  readonly running: number;
  readonly stored: number;
}

/** The asynchronous queries of one service. All methods reject with an error for an unknown or expired id. */
export interface AsyncQueries<Note> {
  /** Rejects with the error of the query if it fails within the wait; the query is then not kept. */
  start(start: StartAsync<Note>): Promise<AsyncAnswer<Note>>;
  /** Rejects with the error of the query if it has failed. */
  get(id: string, fetch: FetchAsync): Promise<AsyncAnswer<Note>>;
  stop(id: string): Promise<AsyncAnswer<Note>>;
  remove(id: string): void;
  removeAll(): void;
  counts(): AsyncCounts;
}
