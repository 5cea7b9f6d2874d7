import { defined } from '../base/assert.ts';
import type { BodyPart } from '../search/body.ts';
import { membersOf, parsingError } from '../search/body.ts';
import { executeSearch } from '../search/execute-search.ts';
import { parseSearchRequest } from '../search/parse-request.ts';
import type { Operation } from './operation.ts';
import { done } from './operation.ts';
import { searchShards } from './search-targets.ts';
import { bodyPart } from './body-part.ts';

/** Counts the documents that match a query. */
export const count: Operation<'count'> = async ({ path, query, body }, service) => {
  const part = body && bodyPart(body, {});
  if (part !== undefined) refuseOtherMembers(part);
  const parsed = parseSearchRequest(part?.value, part?.text ?? '', {});
  const request = { ...parsed, size: 0, track_total_hits: true };
  const shards = searchShards(path.target, query, service);
  const result = await executeSearch({ request, shards, environment: service.environment });
  const total = defined(result.hits.total, 'total of a search that counts its hits');
  return done({ count: total.value, _shards: result._shards });
};

/** Throws a ServiceError if the body has a member other than `query`. */
function refuseOtherMembers(body: BodyPart): void {
  for (const [name, part] of membersOf(body, 'count')) {
    if (name !== 'query') throw parsingError(part, `request does not support [${name}]`);
  }
}
