import { startQuery } from '../plan/start-query.ts';
import type { QueryTask } from '../plan/task.ts';
import { parseQueryText } from '../query/parse-query-text.ts';
import type { QueryCall } from './query-request.ts';
import type { Service } from './service.ts';

/**
 * Parses a query and starts it. Throws a ServiceError with the position of a syntax error, or of a name or type that
 * does not match the indices.
 */
export async function beginQuery(call: QueryCall, service: Service): Promise<QueryTask> {
  const { text, params, filter, zone, locale, approximation } = call;
  const tree = parseQueryText(text, params);
  return startQuery({ tree, filter, zone, locale, approximation }, service);
}
