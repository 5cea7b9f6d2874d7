import type { OperationDefinition, OperationId } from '../../spec/operations.ts';
import { loadOperations } from '../../spec/operations.ts';

/** Operations of the intake server (`reference/intake/`). The search server answers them like an unknown path. */
const intakeOperations = [
  'ingestEvents',
  'getAgentConfiguration',
  'getAgentConfigurationByPost',
] as const satisfies readonly OperationId[];

/** Operations of the search server. */
export type ServiceOperationId = Exclude<OperationId, (typeof intakeOperations)[number]>;

/** The definition of an operation of the search server. */
export type ServiceOperation = OperationDefinition & { readonly id: ServiceOperationId };

/**
 * Operations that are other spellings of a call (another method, or a path with other parameters), by operationId. The
 * operation on the left uses the handler and the required privileges of the one on the right.
 */
const spellings = {
  aliasOfTargetExists: 'aliasExists',
  bulkByPut: 'bulk',
  bulkInTarget: 'bulk',
  bulkInTargetByPut: 'bulk',
  catIndicesOfTarget: 'catIndices',
  catShardsOfTarget: 'catShards',
  clearScrollInPath: 'clearScroll',
  clusterHealthOfTarget: 'clusterHealth',
  continueScrollByGet: 'continueScroll',
  countAll: 'count',
  countAllByGet: 'count',
  countByGet: 'count',
  createApiKeyByPut: 'createApiKey',
  createDocumentByPost: 'createDocument',
  createRoleByPut: 'createRole',
  createUserByPut: 'createUser',
  getAliasByName: 'getAlias',
  getAliasesOfTarget: 'getAlias',
  getAllAliases: 'getAlias',
  getAllDataStreams: 'getDataStream',
  getAllIndexTemplates: 'getIndexTemplate',
  getAllLifecyclePolicies: 'getLifecyclePolicy',
  getAllMappings: 'getMapping',
  getAllRoles: 'getRole',
  getAllSettings: 'getSettings',
  getAllUsers: 'getUser',
  hasPrivilegesByGet: 'hasPrivileges',
  indexDocumentByPost: 'indexDocument',
  indexNewDocument: 'indexDocument',
  putAliasByPost: 'putAlias',
  putIndexTemplateByPost: 'putIndexTemplate',
  putMappingByPost: 'putMapping',
  refreshAll: 'refresh',
  refreshAllByGet: 'refresh',
  refreshByGet: 'refresh',
  rolloverToIndex: 'rollover',
  searchAll: 'search',
  searchAllByGet: 'search',
  searchByGet: 'search',
} as const satisfies Partial<Record<OperationId, OperationId>>;

type Spellings = typeof spellings;

/** Operations of the search server that have their own handler. */
export type HandledOperationId = Exclude<ServiceOperationId, keyof Spellings>;

/** An operation and its other spellings. */
export type SpellingOf<Id extends OperationId> =
  | Id
  | {
      [Spelling in keyof Spellings]: Spellings[Spelling] extends Id ? Spelling : never;
    }[keyof Spellings];

/** Returns the operation whose handler and required privileges serve an operation. */
export function handledOperation(id: ServiceOperationId): HandledOperationId {
  const handled: Readonly<Partial<Record<OperationId, HandledOperationId>>> = spellings;
  // An operation that is not a key of `spellings` has its own handler.
  return handled[id] ?? (id as HandledOperationId);
}

/** Returns the operations of the search server, in the order of the OpenAPI description. */
export function serviceOperations(): readonly ServiceOperation[] {
  const intake: readonly OperationId[] = intakeOperations;
  return loadOperations().filter((each): each is ServiceOperation => !intake.includes(each.id));
}
