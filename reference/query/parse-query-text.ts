import type { QueryTree } from '../plan/syntax.ts';
import type { QueryParams } from './params/query-params.ts';

/** Takes a query text and what stands for its placeholders; gives the query. Throws parsing_exception. */
export function parseQueryText(_text: string, _params: QueryParams = []): QueryTree {
  return [];
}
