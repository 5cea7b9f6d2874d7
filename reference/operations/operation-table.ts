import type { OperationId } from '../../spec/operations.ts';
import { lazily } from '../base/lazily.ts';
import type { Operation } from './operation.ts';
import type { HandledOperationId, ServiceOperationId } from './spellings.ts';
import { handledOperation } from './spellings.ts';

/** Loads a module with the handler of an operation, which has the name of the operation. */
type LoadHandler<Id extends HandledOperationId> = () => Promise<{
  readonly [Name in Id]: Operation<Name>;
}>;

/** The module of every handler; each is loaded for its first request. A missing handler does not compile. */
const modules: { readonly [Id in HandledOperationId]: LoadHandler<Id> } = {
  aliasExists: () => import('./aliases.ts'),
  authenticate: () => import('./principal-calls.ts'),
  bulk: () => import('./bulk.ts'),
  catIndices: () => import('./cat-indices.ts'),
  catShards: () => import('./cat-shards.ts'),
  clearScroll: () => import('./scrolls.ts'),
  closePointInTime: () => import('./points-in-time.ts'),
  closeSqlCursor: () => import('./sql.ts'),
  clusterHealth: () => import('./cluster.ts'),
  continueScroll: () => import('./scrolls.ts'),
  count: () => import('./counts.ts'),
  createApiKey: () => import('./api-keys.ts'),
  createDataStream: () => import('./data-streams.ts'),
  createDocument: () => import('./documents.ts'),
  createIndex: () => import('./indices.ts'),
  createRole: () => import('./roles.ts'),
  createUser: () => import('./users.ts'),
  deleteAlias: () => import('./aliases.ts'),
  deleteAsyncQuery: () => import('./async-queries.ts'),
  deleteDataStream: () => import('./data-streams.ts'),
  deleteDocument: () => import('./documents.ts'),
  deleteIndex: () => import('./indices.ts'),
  deleteIndexTemplate: () => import('./index-templates.ts'),
  deleteLifecyclePolicy: () => import('./lifecycle-policies.ts'),
  deleteRole: () => import('./roles.ts'),
  deleteUser: () => import('./users.ts'),
  documentExists: () => import('./read-document.ts'),
  explainLifecycle: () => import('./lifecycle-state.ts'),
  followIndex: () => import('./followers.ts'),
  getAlias: () => import('./aliases.ts'),
  getApiKeys: () => import('./api-keys.ts'),
  getAsyncQuery: () => import('./async-queries.ts'),
  getClusterSettings: () => import('./cluster.ts'),
  getDataStream: () => import('./data-streams.ts'),
  getDocument: () => import('./read-document.ts'),
  getIndex: () => import('./indices.ts'),
  getIndexTemplate: () => import('./index-templates.ts'),
  getLifecyclePolicy: () => import('./lifecycle-policies.ts'),
  getMapping: () => import('./mappings.ts'),
  getRole: () => import('./roles.ts'),
  getSettings: () => import('./index-settings.ts'),
  getUser: () => import('./users.ts'),
  hasPrivileges: () => import('./principal-calls.ts'),
  indexDocument: () => import('./documents.ts'),
  indexExists: () => import('./indices.ts'),
  indexTemplateExists: () => import('./index-templates.ts'),
  invalidateApiKeys: () => import('./api-keys.ts'),
  nodesSearchStats: () => import('./node-statistics.ts'),
  openPointInTime: () => import('./points-in-time.ts'),
  pingService: () => import('./service-information.ts'),
  putAlias: () => import('./aliases.ts'),
  putClusterSettings: () => import('./cluster.ts'),
  putIndexTemplate: () => import('./index-templates.ts'),
  putLifecyclePolicy: () => import('./lifecycle-policies.ts'),
  putMapping: () => import('./mappings.ts'),
  putSettings: () => import('./index-settings.ts'),
  refresh: () => import('./refresh.ts'),
  rollover: () => import('./rollovers.ts'),
  runAsyncQuery: () => import('./async-queries.ts'),
  runQuery: () => import('./query.ts'),
  runSql: () => import('./sql.ts'),
  search: () => import('./searches.ts'),
  serviceInformation: () => import('./service-information.ts'),
  stopAsyncQuery: () => import('./async-queries.ts'),
  unfollowIndex: () => import('./followers.ts'),
  updateAliases: () => import('./aliases.ts'),
};

/** Returns the function that loads the handler of an operation in any of its spellings. */
export function operationOf(id: ServiceOperationId): () => Promise<Operation<OperationId>> {
  const name = handledOperation(id);
  // Each id has a handler for its requests; TypeScript cannot infer which one `id` selects.
  return lazily(async () => {
    const module: Readonly<Record<string, unknown>> = await modules[name]();
    return module[name] as Operation<OperationId>;
  });
}
