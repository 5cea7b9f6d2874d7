import type { OperationId } from '../../spec/operations.ts';
import type { ClusterPrivilege, IndexPrivilege } from '../security/privileges/known-privileges.ts';

/**
 * What an operation asks of who calls it. `proof`: that they have said who they are. `cluster`: one of these privileges; all
 * indices are open then. `index`: one of these privileges on every name that the operation comes to, and one of those of the
 * cluster, where they are given.
 */
export type Requirement =
  | { readonly kind: 'nothing' | 'proof' }
  | { readonly kind: 'cluster'; readonly privileges: readonly ClusterPrivilege[] }
  | {
      readonly kind: 'index';
      readonly privileges: readonly IndexPrivilege[];
      readonly cluster?: readonly ClusterPrivilege[];
    };

/** Operations of the service; those of the intake ask for keys in their own way. */
type ServiceOperationId = Exclude<
  OperationId,
  'ingestEvents' | 'getAgentConfiguration' | 'getAgentConfigurationByPost'
>;

const nothing: Requirement = { kind: 'nothing' };
const cluster = (...privileges: readonly ClusterPrivilege[]): Requirement => ({
  kind: 'cluster',
  privileges,
});
const index = (...privileges: readonly IndexPrivilege[]): Requirement => ({
  kind: 'index',
  privileges,
});

const monitor = cluster('monitor');
const read = index('read');
const metadata = index('view_index_metadata');
const manage = index('manage');
/** Which of the two a write needs shows when it is read. */
const write = index('create_doc', 'delete');
const newDocuments = index('create_doc');
const maintenance = index('maintenance');
const templates = cluster('manage_index_templates');
const manageSecurity = cluster('manage_security');
const readSecurity = cluster('read_security');
const ownKeys = cluster('manage_own_api_key');

/** The requirement of every operation; one without does not compile. */
const requirements: { readonly [Id in ServiceOperationId]: Requirement } = {
  serviceInformation: monitor,
  pingService: monitor,
  clusterHealth: monitor,
  clusterHealthOfTarget: monitor,
  getClusterSettings: monitor,
  putClusterSettings: cluster('manage'),
  nodesSearchStats: monitor,
  catIndices: index('monitor'),
  catIndicesOfTarget: index('monitor'),
  catShards: index('monitor'),
  catShardsOfTarget: index('monitor'),

  createIndex: index('create_index'),
  getIndex: metadata,
  indexExists: metadata,
  deleteIndex: index('delete_index'),
  getAllMappings: metadata,
  getMapping: metadata,
  putMapping: manage,
  putMappingByPost: manage,
  getAllSettings: metadata,
  getSettings: metadata,
  putSettings: manage,
  refreshAll: maintenance,
  refreshAllByGet: maintenance,
  refresh: maintenance,
  refreshByGet: maintenance,
  updateAliases: manage,
  getAllAliases: metadata,
  getAliasByName: metadata,
  aliasExists: metadata,
  getAliasesOfTarget: metadata,
  putAlias: manage,
  putAliasByPost: manage,
  getAlias: metadata,
  aliasOfTargetExists: metadata,
  deleteAlias: manage,

  getAllIndexTemplates: templates,
  putIndexTemplate: templates,
  putIndexTemplateByPost: templates,
  getIndexTemplate: templates,
  indexTemplateExists: templates,
  deleteIndexTemplate: templates,
  getAllDataStreams: metadata,
  createDataStream: index('create_index'),
  getDataStream: metadata,
  deleteDataStream: index('delete_index'),
  rollover: manage,
  rolloverToIndex: manage,

  indexNewDocument: newDocuments,
  indexDocument: newDocuments,
  indexDocumentByPost: newDocuments,
  getDocument: read,
  documentExists: read,
  deleteDocument: index('delete'),
  createDocument: newDocuments,
  createDocumentByPost: newDocuments,
  bulk: write,
  bulkByPut: write,
  bulkInTarget: write,
  bulkInTargetByPut: write,

  searchAll: read,
  searchAllByGet: read,
  search: read,
  searchByGet: read,
  countAll: read,
  countAllByGet: read,
  count: read,
  countByGet: read,
  openPointInTime: read,
  closePointInTime: read,
  continueScroll: read,
  continueScrollByGet: read,
  clearScroll: read,
  clearScrollInPath: read,
  runQuery: read,
  runAsyncQuery: read,
  getAsyncQuery: read,
  deleteAsyncQuery: read,
  stopAsyncQuery: read,
  runSql: read,
  closeSqlCursor: read,

  getAllLifecyclePolicies: cluster('read_ilm'),
  putLifecyclePolicy: cluster('manage_ilm'),
  getLifecyclePolicy: cluster('read_ilm'),
  deleteLifecyclePolicy: cluster('manage_ilm'),
  explainLifecycle: index('view_index_metadata', 'manage_ilm'),
  // The leader is read, and the follower created.
  followIndex: {
    kind: 'index',
    privileges: ['read', 'manage_follow_index'],
    cluster: ['manage_ccr'],
  },
  unfollowIndex: index('manage_follow_index'),

  getAllRoles: readSecurity,
  createRole: manageSecurity,
  createRoleByPut: manageSecurity,
  getRole: readSecurity,
  deleteRole: manageSecurity,
  createApiKey: ownKeys,
  createApiKeyByPut: ownKeys,
  getApiKeys: cluster('manage_own_api_key', 'read_security'),
  invalidateApiKeys: ownKeys,
  authenticate: { kind: 'proof' },
  getAllUsers: readSecurity,
  createUser: manageSecurity,
  createUserByPut: manageSecurity,
  getUser: readSecurity,
  deleteUser: manageSecurity,
  hasPrivileges: nothing,
  hasPrivilegesByGet: nothing,
};

/** Gives what an operation asks of who calls it; undefined for those of the intake. */
export function requirementOf(id: OperationId): Requirement | undefined {
  const known: Readonly<Partial<Record<OperationId, Requirement>>> = requirements;
  return known[id];
}
