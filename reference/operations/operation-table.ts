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
  authenticate: () => import('./security-calls.ts'),
  bulk: () => import('./bulk.ts'),
  catIndices: () => import('./cat.ts'),
  catShards: () => import('./cat.ts'),
  clearScroll: () => import('./contexts.ts'),
  closePointInTime: () => import('./contexts.ts'),
  closeSqlCursor: () => import('./sql.ts'),
  clusterHealth: () => import('./cluster.ts'),
  continueScroll: () => import('./contexts.ts'),
  count: () => import('./searches.ts'),
  createApiKey: () => import('./api-keys.ts'),
  createDataStream: () => import('./templates.ts'),
  createDocument: () => import('./documents.ts'),
  createIndex: () => import('./indices.ts'),
  createRole: () => import('./security-calls.ts'),
  createUser: () => import('./security-calls.ts'),
  deleteAlias: () => import('./aliases.ts'),
  deleteAsyncQuery: () => import('./queries.ts'),
  deleteDataStream: () => import('./templates.ts'),
  deleteDocument: () => import('./documents.ts'),
  deleteIndex: () => import('./indices.ts'),
  deleteIndexTemplate: () => import('./templates.ts'),
  deleteLifecyclePolicy: () => import('./lifecycle.ts'),
  deleteRole: () => import('./security-calls.ts'),
  deleteUser: () => import('./security-calls.ts'),
  documentExists: () => import('./request-parts.ts'),
  explainLifecycle: () => import('./lifecycle.ts'),
  followIndex: () => import('./lifecycle.ts'),
  getAlias: () => import('./aliases.ts'),
  getApiKeys: () => import('./api-keys.ts'),
  getAsyncQuery: () => import('./queries.ts'),
  getClusterSettings: () => import('./cluster.ts'),
  getDataStream: () => import('./templates.ts'),
  getDocument: () => import('./request-parts.ts'),
  getIndex: () => import('./indices.ts'),
  getIndexTemplate: () => import('./templates.ts'),
  getLifecyclePolicy: () => import('./lifecycle.ts'),
  getMapping: () => import('./indices.ts'),
  getRole: () => import('./security-calls.ts'),
  getSettings: () => import('./indices.ts'),
  getUser: () => import('./security-calls.ts'),
  hasPrivileges: () => import('./security-calls.ts'),
  indexDocument: () => import('./documents.ts'),
  indexExists: () => import('./indices.ts'),
  indexTemplateExists: () => import('./templates.ts'),
  invalidateApiKeys: () => import('./api-keys.ts'),
  nodesSearchStats: () => import('./cluster.ts'),
  openPointInTime: () => import('./contexts.ts'),
  pingService: () => import('./service-information.ts'),
  putAlias: () => import('./aliases.ts'),
  putClusterSettings: () => import('./cluster.ts'),
  putIndexTemplate: () => import('./templates.ts'),
  putLifecyclePolicy: () => import('./lifecycle.ts'),
  putMapping: () => import('./indices.ts'),
  putSettings: () => import('./indices.ts'),
  refresh: () => import('./indices.ts'),
  rollover: () => import('./lifecycle.ts'),
  runAsyncQuery: () => import('./queries.ts'),
  runQuery: () => import('./queries.ts'),
  runSql: () => import('./sql.ts'),
  search: () => import('./searches.ts'),
  serviceInformation: () => import('./service-information.ts'),
  stopAsyncQuery: () => import('./queries.ts'),
  unfollowIndex: () => import('./lifecycle.ts'),
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
