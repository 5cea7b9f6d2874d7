import { startQuery } from '../plan/start-query.ts';
import type { QueryTask } from '../plan/task.ts';
import { parseQueryText } from '../query/parse-query-text.ts';
import type { QueryCall } from './query-request.ts';
import type { Service } from './service.ts';

/**
 * Takes what a request asks for; gives the query as it runs. Throws a ServiceError where its text does not follow the
 * grammar, or has no meaning over the indices that it names.
 */
export async function beginQuery(call: QueryCall, service: Service): Promise<QueryTask> {
  const { text, params, filter, zone, locale, approximation } = call;
  const tree = parseQueryText(text, params);
  return startQuery({ tree, filter, zone, locale, approximation }, service);
}
