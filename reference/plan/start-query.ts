import type { Environment } from '../base/environment.ts';
import type { Query } from '../search/query/query.ts';
import type { Catalog } from '../store/catalog-types.ts';
import type { QueryTree } from './syntax.ts';
import type { QueryTask } from './task.ts';

/** A query that is read, and what the request says beside its text. */
export interface QueryRequest {
  readonly tree: QueryTree;
  readonly filter: Query | undefined;
  /** Offset or id; undefined: UTC. */
  readonly zone?: string | undefined;
  /** Language tag; undefined: en-US. */
  readonly locale?: string | undefined;
  /** True: figures of STATS may be estimated. */
  readonly approximation?: boolean | undefined;
}

/** What a query runs in. */
export interface QueryWorld {
  readonly catalog: Catalog;
  readonly environment: Environment;
}

/** Starts a query. Throws verification_exception where it has no meaning over the indices that it names. */
export function startQuery(_request: QueryRequest, _world: QueryWorld): Promise<QueryTask> {
  return Promise.reject(new Error('not ready'));
}
