import type { JsonValue } from '../base/json.ts';
import { membersOf, parsingError } from '../search/body.ts';
import { executeSearch } from '../search/execute-search.ts';
import { parseSearchRequest } from '../search/parse-request.ts';
import type { Operation, QueryOf, Reply, RequestBody } from './operation.ts';
import { done } from './operation.ts';
import { searchShards } from './search-targets.ts';
import type { Service } from './service.ts';

interface CountCall {
  readonly target: string | undefined;
  readonly query: QueryOf<'count'>;
  readonly body: RequestBody | undefined;
}

export const count: Operation<'count'> = ({ path, query, body }, service) =>
  runCount({ target: path.target, query, body }, service);

export const countByGet: Operation<'countByGet'> = ({ path, query, body }, service) =>
  runCount({ target: path.target, query, body }, service);

export const countAll: Operation<'countAll'> = ({ query, body }, service) =>
  runCount({ target: undefined, query, body }, service);

export const countAllByGet: Operation<'countAllByGet'> = ({ query, body }, service) =>
  runCount({ target: undefined, query, body }, service);

async function runCount({ target, query, body }: CountCall, service: Service): Promise<Reply> {
  const text = body?.text() ?? '';
  const json = body?.json();
  if (json !== undefined) refuseOtherMembers(json, text);
  const request = { ...parseSearchRequest(json, text, {}), size: 0, track_total_hits: true };
  const shards = searchShards(target, query, service);
  const result = await executeSearch({ request, shards, environment: service.environment });
  return done({ count: result.hits.total?.value ?? 0, _shards: result._shards });
}

/** A body to count by holds a query and nothing else. */
function refuseOtherMembers(value: JsonValue, text: string): void {
  for (const [name, part] of membersOf({ value, text, path: [] }, 'count')) {
    if (name !== 'query') throw parsingError(part, `request does not support [${name}]`);
  }
}
