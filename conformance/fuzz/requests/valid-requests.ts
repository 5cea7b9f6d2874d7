import { loadOperations, type OperationDefinition } from '../../../spec/operations.ts';
import { type Details, details } from './details.ts';
import { moreDetails } from './more-details.ts';

/**
 * A request that the description allows. In it, `$books` is an index with the document `1`, `$rolled` its alias, and
 * `$new` a name that is used for nothing yet.
 */
export interface ValidRequest extends Details {
  readonly operation: OperationDefinition;
  readonly path: string;
}

/**
 * Operations whose wrong requests might change something that does not belong to the run, on a server that accepts more
 * than the description; and those of the intake.
 */
const excluded: ReadonlySet<string> = new Set([
  'putClusterSettings',
  'updateAliases',
  'invalidateApiKeys',
  'bulk',
  'bulkByPut',
  'bulkInTarget',
  'bulkInTargetByPut',
  'clearScroll',
  'clearScrollInPath',
  'closeSqlCursor',
  'followIndex',
  'unfollowIndex',
  'refreshAll',
  'refreshAllByGet',
  'rolloverToIndex',
]);

const inTarget = /^\/\{(?:index|target)\}(?!$)/;

/** Returns a valid request for each operation of the service, and more for some of them; none changes what is not its own. */
export function validRequests(): readonly ValidRequest[] {
  return loadOperations()
    .filter(({ path }) => !path.startsWith('/intake/') && !path.startsWith('/config/'))
    .flatMap((operation) => {
      const usual = operation.path.replace(inTarget, '/$books').replaceAll(/\{\w+\}/g, '$new');
      const { id } = operation;
      const first = details[id] ?? details[id.replace(/By(?:Get|Post|Put)$/, '')] ?? {};
      const own = [first, ...(moreDetails[id] ?? [])];
      return own.map((one) => ({ operation, path: usual, ...one }));
    });
}

/** Returns a valid request for each operation whose wrong requests are harmless. */
export function changeableRequests(): readonly ValidRequest[] {
  const all = validRequests().filter(
    ({ operation: { id, tags } }) => !excluded.has(id) && !tags.includes('intake'),
  );
  return all.filter(
    ({ operation }, at) => all.findIndex((one) => one.operation.id === operation.id) === at,
  );
}
