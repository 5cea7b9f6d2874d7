import type { OperationId } from '../../spec/operations.ts';
import {
  aliasExists,
  aliasOfTargetExists,
  deleteAlias,
  getAlias,
  getAliasByName,
  getAliasesOfTarget,
  getAllAliases,
  putAlias,
  putAliasByPost,
  updateAliases,
} from './aliases.ts';
import { createApiKey, createApiKeyByPut, getApiKeys, invalidateApiKeys } from './api-keys.ts';
import { deleteAsyncQuery, getAsyncQuery, runAsyncQuery, stopAsyncQuery } from './async-queries.ts';
import { bulk, bulkByPut, bulkInTarget, bulkInTargetByPut } from './bulk.ts';
import { catIndices, catIndicesOfTarget } from './cat-indices.ts';
import { catShards, catShardsOfTarget } from './cat-shards.ts';
import {
  clusterHealth,
  clusterHealthOfTarget,
  getClusterSettings,
  putClusterSettings,
} from './cluster.ts';
import { count, countAll, countAllByGet, countByGet } from './counts.ts';
import {
  createDataStream,
  deleteDataStream,
  getAllDataStreams,
  getDataStream,
} from './data-streams.ts';
import {
  createDocument,
  createDocumentByPost,
  deleteDocument,
  indexDocument,
  indexDocumentByPost,
  indexNewDocument,
} from './documents.ts';
import { followIndex, unfollowIndex } from './followers.ts';
import { getAllSettings, getSettings, putSettings } from './index-settings.ts';
import {
  deleteIndexTemplate,
  getAllIndexTemplates,
  getIndexTemplate,
  indexTemplateExists,
  putIndexTemplate,
  putIndexTemplateByPost,
} from './index-templates.ts';
import { createIndex, deleteIndex, getIndex, indexExists } from './indices.ts';
import {
  deleteLifecyclePolicy,
  getAllLifecyclePolicies,
  getLifecyclePolicy,
  putLifecyclePolicy,
} from './lifecycle-policies.ts';
import { explainLifecycle } from './lifecycle-state.ts';
import { getAllMappings, getMapping, putMapping, putMappingByPost } from './mappings.ts';
import { nodesSearchStats } from './node-statistics.ts';
import type { Operation } from './operation.ts';
import type { PlannedOperationId } from './planned.ts';
import { closePointInTime, openPointInTime } from './points-in-time.ts';
import { runQuery } from './query.ts';
import { documentExists, getDocument } from './read-document.ts';
import { refresh, refreshAll, refreshAllByGet, refreshByGet } from './refresh.ts';
import { createRole, createRoleByPut, deleteRole, getAllRoles, getRole } from './roles.ts';
import { rollover, rolloverToIndex } from './rollovers.ts';
import { clearScroll, clearScrollInPath, continueScroll, continueScrollByGet } from './scrolls.ts';
import { search, searchAll, searchAllByGet, searchByGet } from './searches.ts';
import { pingService, serviceInformation } from './service-information.ts';
import { closeSqlCursor, runSql } from './sql.ts';
import { createUser, createUserByPut, deleteUser, getAllUsers, getUser } from './users.ts';
import { authenticate, hasPrivileges, hasPrivilegesByGet } from './who-asks.ts';

export type ImplementedOperationId = Exclude<OperationId, PlannedOperationId>;

/** The handler of every operation; one that is missing, and not planned, does not compile. */
const operationTable: { readonly [Id in ImplementedOperationId]: Operation<Id> } = {
  aliasExists,
  aliasOfTargetExists,
  authenticate,
  bulk,
  bulkByPut,
  bulkInTarget,
  bulkInTargetByPut,
  catIndices,
  catIndicesOfTarget,
  catShards,
  catShardsOfTarget,
  clearScroll,
  clearScrollInPath,
  closePointInTime,
  closeSqlCursor,
  clusterHealth,
  clusterHealthOfTarget,
  continueScroll,
  continueScrollByGet,
  count,
  countAll,
  countAllByGet,
  countByGet,
  createApiKey,
  createApiKeyByPut,
  createDataStream,
  createDocument,
  createDocumentByPost,
  createIndex,
  createRole,
  createRoleByPut,
  createUser,
  createUserByPut,
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
  getAliasByName,
  getAliasesOfTarget,
  getAllAliases,
  getAllDataStreams,
  getAllIndexTemplates,
  getAllLifecyclePolicies,
  getAllMappings,
  getAllRoles,
  getAllSettings,
  getAllUsers,
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
  hasPrivilegesByGet,
  indexDocument,
  indexDocumentByPost,
  indexExists,
  indexNewDocument,
  indexTemplateExists,
  invalidateApiKeys,
  nodesSearchStats,
  openPointInTime,
  pingService,
  putAlias,
  putAliasByPost,
  putClusterSettings,
  putIndexTemplate,
  putIndexTemplateByPost,
  putLifecyclePolicy,
  putMapping,
  putMappingByPost,
  putSettings,
  refresh,
  refreshAll,
  refreshAllByGet,
  refreshByGet,
  rollover,
  rolloverToIndex,
  runAsyncQuery,
  runQuery,
  runSql,
  search,
  searchAll,
  searchAllByGet,
  searchByGet,
  serviceInformation,
  stopAsyncQuery,
  unfollowIndex,
  updateAliases,
};

/** Gives the handler of an operation, or undefined where it is only planned. */
export function operationOf(id: OperationId): Operation<OperationId> | undefined {
  const handlers: Readonly<Record<string, unknown>> = operationTable;
  // The table pairs every id with a handler of its own request; which one it is shows only when a request comes.
  return Object.hasOwn(handlers, id) ? (handlers[id] as Operation<OperationId>) : undefined;
}
