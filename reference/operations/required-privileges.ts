import type { ClusterPrivilege, IndexPrivilege } from '../security/privileges/known-privileges.ts';
import type { HandledOperationId, ServiceOperation, ServiceOperationId } from './spellings.ts';
import { handledOperation } from './spellings.ts';

/**
 * What a caller needs to use an operation. `authenticated`: any valid credentials. `cluster`: one of these cluster
 * privileges; index privileges are not checked. `index`: one of these privileges on every index that the request uses,
 * and one of the cluster privileges, if there are any.
 */
export type Requirement =
  | { readonly kind: 'nothing' | 'authenticated' }
  | { readonly kind: 'cluster'; readonly privileges: readonly ClusterPrivilege[] }
  | {
      readonly kind: 'index';
      readonly privileges: readonly IndexPrivilege[];
      readonly cluster?: readonly ClusterPrivilege[];
    };

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
/** For writes, including bulk requests, whose actions `Service.requirePrivilege` checks one by one. */
const write = index('create_doc', 'delete');
const newDocuments = index('create_doc');
const maintenance = index('maintenance');
const templates = cluster('manage_index_templates');
const manageSecurity = cluster('manage_security');
const readSecurity = cluster('read_security');
const ownKeys = cluster('manage_own_api_key');

/** The requirement of every operation that has its own handler. A missing requirement does not compile. */
const requirements: { readonly [Id in HandledOperationId]: Requirement } = {
  serviceInformation: monitor,
  pingService: monitor,
  clusterHealth: monitor,
  getClusterSettings: monitor,
  putClusterSettings: cluster('manage'),
  nodesSearchStats: monitor,
  catIndices: index('monitor'),
  catShards: index('monitor'),

  createIndex: index('create_index'),
  getIndex: metadata,
  indexExists: metadata,
  deleteIndex: index('delete_index'),
  getMapping: metadata,
  putMapping: manage,
  getSettings: metadata,
  putSettings: manage,
  refresh: maintenance,
  updateAliases: manage,
  aliasExists: metadata,
  putAlias: manage,
  getAlias: metadata,
  deleteAlias: manage,

  putIndexTemplate: templates,
  getIndexTemplate: templates,
  indexTemplateExists: templates,
  deleteIndexTemplate: templates,
  createDataStream: index('create_index'),
  getDataStream: metadata,
  deleteDataStream: index('delete_index'),
  rollover: manage,

  indexDocument: newDocuments,
  getDocument: read,
  documentExists: read,
  deleteDocument: index('delete'),
  createDocument: newDocuments,
  bulk: write,

  search: read,
  count: read,
  openPointInTime: read,
  closePointInTime: read,
  continueScroll: read,
  clearScroll: read,
  runQuery: read,
  runAsyncQuery: read,
  getAsyncQuery: read,
  deleteAsyncQuery: read,
  stopAsyncQuery: read,
  runSql: read,
  closeSqlCursor: read,

  putLifecyclePolicy: cluster('manage_ilm'),
  getLifecyclePolicy: cluster('read_ilm'),
  deleteLifecyclePolicy: cluster('manage_ilm'),
  explainLifecycle: index('view_index_metadata', 'manage_ilm'),
  // Following reads the leader and creates the follower.
  followIndex: {
    kind: 'index',
    privileges: ['read', 'manage_follow_index'],
    cluster: ['manage_ccr'],
  },
  unfollowIndex: index('manage_follow_index'),

  createRole: manageSecurity,
  getRole: readSecurity,
  deleteRole: manageSecurity,
  createApiKey: ownKeys,
  getApiKeys: cluster('manage_own_api_key', 'read_security'),
  invalidateApiKeys: ownKeys,
  authenticate: { kind: 'authenticated' },
  createUser: manageSecurity,
  getUser: readSecurity,
  deleteUser: manageSecurity,
  hasPrivileges: nothing,
};

/** Privileges that let a caller read, and nothing else. */
const reading: ReadonlySet<ClusterPrivilege | IndexPrivilege> = new Set([
  'read',
  'monitor',
  'view_index_metadata',
  'maintenance',
] as const);

/** True if an operation may change what a server stores: it is no GET, and needs more than a privilege to read. */
export function mayChange({ id, method }: Pick<ServiceOperation, 'id' | 'method'>): boolean {
  const needed = requirementOf(id);
  if (method === 'get' || method === 'head' || !('privileges' in needed)) return false;
  return needed.privileges.some((privilege) => !reading.has(privilege));
}

/** Returns what a caller needs to use an operation in any of its spellings. */
export function requirementOf(id: ServiceOperationId): Requirement {
  return requirements[handledOperation(id)];
}
