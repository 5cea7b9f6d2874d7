import type { OperationId } from '../../spec/operations.ts';
import { aliasExists, deleteAlias, getAlias, putAlias, updateAliases } from './aliases.ts';
import { createApiKey, getApiKeys, invalidateApiKeys } from './api-keys.ts';
import { deleteAsyncQuery, getAsyncQuery, runAsyncQuery, stopAsyncQuery } from './async-queries.ts';
import { bulk } from './bulk.ts';
import { catIndices } from './cat-indices.ts';
import { catShards } from './cat-shards.ts';
import { clusterHealth, getClusterSettings, putClusterSettings } from './cluster.ts';
import { count } from './counts.ts';
import { createDataStream, deleteDataStream, getDataStream } from './data-streams.ts';
import { createDocument, deleteDocument, indexDocument } from './documents.ts';
import { followIndex, unfollowIndex } from './followers.ts';
import { getSettings, putSettings } from './index-settings.ts';
import {
  deleteIndexTemplate,
  getIndexTemplate,
  indexTemplateExists,
  putIndexTemplate,
} from './index-templates.ts';
import { createIndex, deleteIndex, getIndex, indexExists } from './indices.ts';
import {
  deleteLifecyclePolicy,
  getLifecyclePolicy,
  putLifecyclePolicy,
} from './lifecycle-policies.ts';
import { explainLifecycle } from './lifecycle-state.ts';
import { getMapping, putMapping } from './mappings.ts';
import { nodesSearchStats } from './node-statistics.ts';
import type { Operation } from './operation.ts';
import { closePointInTime, openPointInTime } from './points-in-time.ts';
import { runQuery } from './query.ts';
import { documentExists, getDocument } from './read-document.ts';
import { refresh } from './refresh.ts';
import { createRole, deleteRole, getRole } from './roles.ts';
import { rollover } from './rollovers.ts';
import { clearScroll, continueScroll } from './scrolls.ts';
import { search } from './searches.ts';
import { pingService, serviceInformation } from './service-information.ts';
import type { HandledOperationId, ServiceOperationId } from './spellings.ts';
import { handledOperation } from './spellings.ts';
import { closeSqlCursor, runSql } from './sql.ts';
import { createUser, deleteUser, getUser } from './users.ts';
import { authenticate, hasPrivileges } from './principal-calls.ts';

/** The handler of every operation that has its own. A missing handler does not compile. */
const operationTable: { readonly [Id in HandledOperationId]: Operation<Id> } = {
  aliasExists,
  authenticate,
  bulk,
  catIndices,
  catShards,
  clearScroll,
  closePointInTime,
  closeSqlCursor,
  clusterHealth,
  continueScroll,
  count,
  createApiKey,
  createDataStream,
  createDocument,
  createIndex,
  createRole,
  createUser,
  deleteAlias,
  deleteAsyncQuery,
  deleteDataStream,
  deleteDocument,
  deleteIndex,
  deleteIndexTemplate,
  deleteLifecyclePolicy,
  deleteRole,
  deleteUser,
  documentExists,
  explainLifecycle,
  followIndex,
  getAlias,
  getApiKeys,
  getAsyncQuery,
  getClusterSettings,
  getDataStream,
  getDocument,
  getIndex,
  getIndexTemplate,
  getLifecyclePolicy,
  getMapping,
  getRole,
  getSettings,
  getUser,
  hasPrivileges,
  indexDocument,
  indexExists,
  indexTemplateExists,
  invalidateApiKeys,
  nodesSearchStats,
  openPointInTime,
  pingService,
  putAlias,
  putClusterSettings,
  putIndexTemplate,
  putLifecyclePolicy,
  putMapping,
  putSettings,
  refresh,
  rollover,
  runAsyncQuery,
  runQuery,
  runSql,
  search,
  serviceInformation,
  stopAsyncQuery,
  unfollowIndex,
  updateAliases,
};

/** Returns the handler of an operation in any of its spellings. */
export function operationOf(id: ServiceOperationId): Operation<OperationId> {
  // Each id has a handler for its requests; TypeScript cannot infer which one `id` selects.
  return operationTable[handledOperation(id)] as Operation<OperationId>;
}
