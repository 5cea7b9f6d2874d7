import type { Environment } from '../base/environment.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { AliasRules } from '../lifecycle/rollover.ts';
import type { AsyncQueries } from '../query/async/async-queries.ts';
import type { ContextRegistry } from '../search/context-registry.ts';
import type { IndexPrivilege } from '../security/privileges/known-privileges.ts';
import type { Security } from '../security/security.ts';
import type { SqlCursors } from '../sql/cursors.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Caller } from '../search/kept-table.ts';
import type { newIdentity } from './identity.ts';

/** The status and body of an error. */
export interface ErrorReply {
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;
  /** Answered in place of `error` if the request reached no operation. */
  readonly text?: string;
}

/** Counters of the searches since the start. */
interface SearchCounters {
  query_total: number;
  query_time_in_millis: number;
}

/** The properties of the request that started an asynchronous query, for its later answers. */
export interface AsyncNote {
  readonly columnar: boolean;
  readonly zone: string;
}

/** The state and services that handlers use. */
export interface Service {
  /** The environment of the request: work in it ends if the client leaves or a limit is exceeded. */
  readonly environment: Environment;
  /** The environment of work that must be finished even if the client leaves. */
  readonly background: Environment;
  readonly catalog: Catalog;
  readonly contexts: ContextRegistry;
  readonly asyncQueries: AsyncQueries<AsyncNote>;
  readonly cursors: SqlCursors;
  /** The caller of the request; absent without security. */
  readonly caller?: Caller;
  readonly counters: SearchCounters;
  readonly lifecycle: Lifecycle;
  readonly aliasRules?: AliasRules | undefined;
  readonly security: Security;
  /** Throws a ServiceError if the caller lacks a privilege on the index, alias or data stream of this name. */
  requirePrivilege(privilege: IndexPrivilege, name: string): void;
  readonly identity: ReturnType<typeof newIdentity>;
  /** True to answer as Elasticsearch clients expect. */
  readonly compatible: boolean;
  /** Returns the status and the `error` member for a thrown value. */
  readonly describe: (error: unknown) => ErrorReply;
}
