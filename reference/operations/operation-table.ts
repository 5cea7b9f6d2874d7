import type { OperationId } from '../../spec/operations.ts';
import { lazily, loadedLater } from '../base/lazily.ts';
import type { ClusterPrivilege, IndexPrivilege } from '../security/privileges/known-privileges.ts';
import type { Operation } from './operation.ts';
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
/** Following reads the leader and creates the follower. */
const follow: Requirement = {
  kind: 'index',
  privileges: ['read', 'manage_follow_index'],
  cluster: ['manage_ccr'],
};

/** Loads a module with the handler of an operation, which has the name of the operation. */
type LoadHandler<Id extends HandledOperationId> = () => Promise<{
  readonly [Name in Id]: Operation<Name>;
}>;

/**
 * The module of every handler, which is loaded for its first request, and what a caller needs to use it. A missing entry
 * does not compile.
 */
const operations: {
  readonly [Id in HandledOperationId]: readonly [load: LoadHandler<Id>, needs: Requirement];
} = {
  aliasExists: [() => import('./aliases.ts'), metadata],
  authenticate: [() => import('./security-calls.ts'), { kind: 'authenticated' }],
  bulk: [() => import('./bulk.ts'), write],
  catIndices: [() => import('./cat.ts'), index('monitor')],
  catShards: [() => import('./cat.ts'), index('monitor')],
  clearScroll: [() => import('./contexts.ts'), read],
  closePointInTime: [() => import('./contexts.ts'), read],
  closeSqlCursor: [() => import('./sql.ts'), read],
  clusterHealth: [() => import('./cluster.ts'), monitor],
  continueScroll: [() => import('./contexts.ts'), read],
  count: [() => import('./searches.ts'), read],
  createApiKey: [() => import('./api-keys.ts'), ownKeys],
  createDataStream: [() => import('./templates.ts'), index('create_index')],
  createDocument: [() => import('./documents.ts'), newDocuments],
  createIndex: [() => import('./indices.ts'), index('create_index')],
  createRole: [() => import('./security-calls.ts'), manageSecurity],
  createUser: [() => import('./security-calls.ts'), manageSecurity],
  deleteAlias: [() => import('./aliases.ts'), manage],
  deleteAsyncQuery: [() => import('./queries.ts'), read],
  deleteDataStream: [() => import('./templates.ts'), index('delete_index')],
  deleteDocument: [() => import('./documents.ts'), index('delete')],
  deleteIndex: [() => import('./indices.ts'), index('delete_index')],
  deleteIndexTemplate: [() => import('./templates.ts'), templates],
  deleteLifecyclePolicy: [() => import('./lifecycle.ts'), cluster('manage_ilm')],
  deleteRole: [() => import('./security-calls.ts'), manageSecurity],
  deleteUser: [() => import('./security-calls.ts'), manageSecurity],
  documentExists: [() => import('./request-parts.ts'), read],
  explainLifecycle: [() => import('./lifecycle.ts'), index('view_index_metadata', 'manage_ilm')],
  followIndex: [() => import('./lifecycle.ts'), follow],
  getAlias: [() => import('./aliases.ts'), metadata],
  getApiKeys: [() => import('./api-keys.ts'), cluster('manage_own_api_key', 'read_security')],
  getAsyncQuery: [() => import('./queries.ts'), read],
  getClusterSettings: [() => import('./cluster.ts'), monitor],
  getDataStream: [() => import('./templates.ts'), metadata],
  getDocument: [() => import('./request-parts.ts'), read],
  getIndex: [() => import('./indices.ts'), metadata],
  getIndexTemplate: [() => import('./templates.ts'), templates],
  getLifecyclePolicy: [() => import('./lifecycle.ts'), cluster('read_ilm')],
  getMapping: [() => import('./indices.ts'), metadata],
  getRole: [() => import('./security-calls.ts'), readSecurity],
  getSettings: [() => import('./indices.ts'), metadata],
  getUser: [() => import('./security-calls.ts'), readSecurity],
  hasPrivileges: [() => import('./security-calls.ts'), nothing],
  indexDocument: [() => import('./documents.ts'), newDocuments],
  indexExists: [() => import('./indices.ts'), metadata],
  indexTemplateExists: [() => import('./templates.ts'), templates],
  invalidateApiKeys: [() => import('./api-keys.ts'), ownKeys],
  nodesSearchStats: [() => import('./cluster.ts'), monitor],
  openPointInTime: [() => import('./contexts.ts'), read],
  pingService: [() => import('./service-information.ts'), monitor],
  putAlias: [() => import('./aliases.ts'), manage],
  putClusterSettings: [() => import('./cluster.ts'), cluster('manage')],
  putIndexTemplate: [() => import('./templates.ts'), templates],
  putLifecyclePolicy: [() => import('./lifecycle.ts'), cluster('manage_ilm')],
  putMapping: [() => import('./indices.ts'), manage],
  putSettings: [() => import('./indices.ts'), manage],
  refresh: [() => import('./indices.ts'), maintenance],
  rollover: [() => import('./lifecycle.ts'), manage],
  runAsyncQuery: [() => import('./queries.ts'), read],
  runQuery: [() => import('./queries.ts'), read],
  runSql: [() => import('./sql.ts'), read],
  search: [() => import('./searches.ts'), read],
  serviceInformation: [() => import('./service-information.ts'), monitor],
  stopAsyncQuery: [() => import('./queries.ts'), read],
  unfollowIndex: [() => import('./lifecycle.ts'), index('manage_follow_index')],
  updateAliases: [() => import('./aliases.ts'), manage],
};

for (const [load] of Object.values(operations)) loadedLater<unknown>(load);

/** Returns the function that loads the handler of an operation in any of its spellings. */
export function operationOf(id: ServiceOperationId): () => Promise<Operation<OperationId>> {
  const name = handledOperation(id);
  // Each id has a handler for its requests; TypeScript cannot infer which one `id` selects.
  return lazily(async () => {
    const module: Readonly<Record<string, unknown>> = await operations[name][0]();
    return module[name] as Operation<OperationId>;
  });
}

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
  return operations[handledOperation(id)][1];
}
