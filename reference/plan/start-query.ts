import type { Environment } from '../base/environment.ts';
import { runInTurns } from '../base/work.ts';
import { startYielder } from '../base/yielder.ts';
import { ServiceError } from '../base/service-error.ts';
import { checkZone } from '../base/time-zone.ts';
import { shardsOfIndices } from '../search/resolved-shards.ts';
import type { Query } from '../search/query/weight.ts';
import type { SearchShard } from '../search/shard-target.ts';
import type { Catalog } from '../store/catalog.ts';
import type { RowLimits } from './analysis/analyse.ts';
import { analyse } from './analysis/analyse.ts';
import { verificationRefusal } from './analysis/scope.ts';
import { QueryProblem } from './expression.ts';
import { openSource } from './source/open-source.ts';
import { startEvaluation } from './start-evaluation.ts';
import type { QueryTree, SourceLocation } from './syntax.ts';
import type { QueryTask } from './task.ts';
import { startTask } from './task.ts';

/** A parsed query and the other settings of its request. */
export interface QueryRequest {
  readonly tree: QueryTree;
  readonly filter: Query | undefined;
  /** Offset or id; undefined: UTC. */
  readonly zone?: string | undefined;
  /** Language tag; undefined: en-US. */
  readonly locale?: string | undefined;
  /** True: neither the default nor the maximum number of rows applies. */
  readonly allRows?: boolean | undefined;
}

/** The services of the server that a query needs. */
export interface QueryServices {
  readonly catalog: Catalog;
  readonly environment: Environment;
}

/**
 * Opens the indices of a query, analyses it and starts it. Throws verification_exception if the analysis finds
 * problems, or an index does not exist.
 *
 * query.runs-the-text, query.source-commands, query.unknown-names, query.time-zone-default-utc.
 */
export async function startQuery(
  request: QueryRequest,
  services: QueryServices,
): Promise<QueryTask> {
  const { tree, filter } = request;
  const { catalog, environment } = services;
  const evaluation = startEvaluation({
    now_ms: environment.now(),
    zone: checkZone(request.zone ?? 'UTC'),
    locale: request.locale ?? 'en-US',
  });
  const [first] = tree;
  const source =
    first?.kind === 'from'
      ? await openSource({
          shards: queryShards(first.target, first.place, catalog),
          filter,
          environment,
        })
      : undefined;
  const analysis = analyse(tree, {
    schema: source?.schema ?? { fields: new Map() },
    evaluation,
    rowLimits: request.allRows === true ? undefined : rowLimits(catalog),
  });
  const plan = await runInTurns(analysis, startYielder(environment));
  return startTask({ plan, source, evaluation, environment });
}

function rowLimits(catalog: Catalog): RowLimits {
  return {
    defaultRows: Number(catalog.setting('esql.query.result_truncation_default_size')),
    maxRows: Number(catalog.setting('esql.query.result_truncation_max_size')),
  };
}

/**
 * Returns the current shards of the indices that a query names. Throws verification_exception, with the location in the
 * query, if there is no such index.
 *
 * query.unknown-names, sql.statement-invalid.
 */
function queryShards(
  target: string,
  place: SourceLocation,
  catalog: Catalog,
): readonly SearchShard[] {
  try {
    const resolved = catalog.resolveSearch(target);
    if (resolved.length === 0) throw unknownIndex(target, place);
    return shardsOfIndices(resolved, []);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const isMissing = ['index_not_found_exception', 'invalid_index_name_exception'];
    if (!isMissing.includes(error.type)) throw error;
    const { index } = error.details.metadata ?? {};
    throw unknownIndex(typeof index === 'string' ? index : target, place);
  }
}

function unknownIndex(name: string, place: SourceLocation): ServiceError {
  return verificationRefusal(new QueryProblem(place, `Unknown index [${name}]`));
}
