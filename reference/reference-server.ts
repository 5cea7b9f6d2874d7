import type { BudgetLimits } from './base/budgets.ts';
import type { ControlledEnvironment } from './base/environment.ts';
import type { RunningServer } from './http/server.ts';
import type { Faults, RecordedRequests } from './http/test-requests.ts';
import type { FirstUser } from './security/accounts/users.ts';
import type { ShapeName } from './shapes/shape-names.ts';

/** Where the documents go. */
export interface SeedOptions {
  /** The index of all documents; without it, the lines are the body of a bulk request, with a line before each document. */
  readonly index?: string;
}

/**
 * Documents: a list of objects, or one JSON object a line. Without an index they are the parts of a bulk request: an action
 * before each document.
 */
export type SeedDocuments = string | readonly object[];

/** Options of a reference server. */
export interface ReferenceOptions extends Partial<BudgetLimits> {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Serves the test control under `/_test/`. Default false. */
  readonly testControl?: boolean;
  /** The first account. If it is present, every request must be authenticated. Default: no authentication. */
  readonly superuser?: FirstUser | undefined;
  /** Other forms that the specification allows; see `search-reference --help`. Needs `testControl`. Default: none. */
  readonly shapes?: readonly ShapeName[];
  /** Answers as Elasticsearch clients expect. Default false. */
  readonly compatible?: boolean;
  /** Maximum size of a request body in bytes. Default 10 MiB. */
  readonly maxBody?: number;
  /** Clock, random source and timers. Default: those of the machine. */
  readonly environment?: ControlledEnvironment;
  /** The folder in which data is stored; created if it does not exist. Default: data is kept in memory. */
  readonly data?: string | undefined;
  /**
   * Called once if changes can never be stored again. From then on every request is answered with 503. While the disk
   * is full it is not called: changes are refused until there is room.
   */
  readonly onLost?: (problem: Error) => void;
  /** How many requests are recorded for `requests`. Default 1000. */
  readonly recordedRequests?: number;
  /** Receives reports of defects of the server, and of a full disk. Default: standard error. */
  readonly log?: (report: string) => void;
}

/** A reference server that runs in this process. `await using` stops it at the end of the block. */
export interface ReferenceServer extends RunningServer, AsyncDisposable {
  /**
   * Drops all indices, templates, policies, contexts, queries, users, roles and keys, the faults and the recorded
   * requests; the clock keeps its time.
   */
  reset(): void;
  /**
   * Stores documents and makes them visible to searches: a list, or one JSON object a line. Rejects with an Error that
   * names the first document that was refused.
   */
  seed(documents: SeedDocuments, options?: SeedOptions): Promise<void>;
  /**
   * Moves the clock forward by a duration such as `2m` or `7d`, fires the timers that come due, and returns the new time
   * in milliseconds since 1970. Throws an Error if the text is no duration.
   */
  advance(duration: string): number;
  /** What goes wrong with which requests. */
  readonly faults: Faults;
  /** The latest requests. */
  readonly requests: RecordedRequests;
}
