import { refuse } from '../base/service-error.ts';
import { didYouMean } from '../base/similar-names.ts';
import type { MatchBudget } from '../base/wildcard.ts';
import { globMatcher } from '../base/wildcard.ts';
import type { ExchangeContext } from './exchange.ts';
import type { RequestMatch } from './test-requests.ts';
import { handledOperation, serviceOperations } from '../operations/spellings.ts';

/** What a request is matched by; no operation serves the path if `operation` is undefined. */
export interface MatchedRequest {
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
}

/** True for requests of the test itself: they meet no faults and are not recorded. */
export function isOfTest({ path }: Pick<ExchangeContext, 'path'>): boolean {
  return path.startsWith('/_test/');
}

/**
 * Returns the function that says whether a request is meant; what is asked for one answer shares a budget. Throws a
 * ServiceError if there is no such operation.
 */
export function requestMatcher({
  operation,
  method,
  path,
}: RequestMatch): (request: MatchedRequest, budget: MatchBudget) => boolean {
  const ids = operation === undefined ? undefined : idsOf(operation);
  return (request, budget) =>
    (ids?.has(request.operation) ?? true) &&
    (method === undefined || method.toUpperCase() === request.method) &&
    (path === undefined || globMatcher(path, budget)(request.path));
}

function idsOf(name: string): ReadonlySet<string | undefined> {
  const all = serviceOperations().map(({ id }) => id);
  const ids = all.filter((id) => id === name || handledOperation(id) === name);
  if (ids.length > 0) return new Set(ids);
  return refuse(`there is no operation [${name}]${didYouMean(name, all)}`);
}
