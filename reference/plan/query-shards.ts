import { ServiceError } from '../base/service-error.ts';
import { shardsOfIndices } from '../search/resolved-shards.ts';
import type { SearchShard } from '../search/shard-target.ts';
import type { Catalog } from '../store/catalog-types.ts';
import { verificationRefusal } from './analysis/verification.ts';
import { QueryProblem } from './expression.ts';
import type { SourceLocation } from './syntax.ts';

/**
 * Returns the current shards of the indices that a query names. Throws verification_exception, with the location in the
 * query, if there is no such index.
 *
 * query.unknown-names, sql.statement-invalid.
 */
export function queryShards(
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
  return verificationRefusal([new QueryProblem(place, `Unknown index [${name}]`)]);
}
