import type { Environment } from '../base/environment.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { AsyncQueries } from '../query/async/async-types.ts';
import type { ContextRegistry } from '../search/context-types.ts';
import type { IndexPrivilege } from '../security/privileges/known-privileges.ts';
import type { Security } from '../security/security.ts';
import type { SqlCursors } from '../sql/cursors.ts';
import type { Catalog } from '../store/catalog-types.ts';

/** Who the service says that it is. */
export interface Identity {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly cluster_name: string;
  readonly cluster_uuid: string;
  /** Milliseconds since the epoch. */
  readonly started_ms: number;
}

/** An error as a client reads it. */
export interface ErrorReply {
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;
}

/** Searches that were answered since the start. */
export interface SearchCounters {
  query_total: number;
  query_time_in_millis: number;
}

/** What the answers of an asynchronous query need of the request that started it. */
export interface AsyncNote {
  readonly columnar: boolean;
  readonly zone: string;
}

/** All that operations work on. */
export interface Service {
  readonly environment: Environment;
  readonly catalog: Catalog;
  readonly contexts: ContextRegistry;
  readonly asyncQueries: AsyncQueries<AsyncNote>;
  readonly cursors: SqlCursors;
  readonly counters: SearchCounters;
  readonly lifecycle: Lifecycle;
  readonly security: Security;
  /** Throws a ServiceError if the caller lacks a privilege on the index, alias or data stream of this name. */
  requirePrivilege(privilege: IndexPrivilege, name: string): void;
  readonly identity: Identity;
  /** True where the answers are to look as clients of Elasticsearch expect them. */
  readonly compatible: boolean;
  /** Takes what was thrown and gives it as an item of a bulk answer holds it. */
  describe(error: unknown): ErrorReply;
}
