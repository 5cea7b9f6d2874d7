/** Operations of the description that have no handler yet; they are answered like a path that does not exist. */
export type PlannedOperationId = LifecycleOperations | SecurityOperations | IntakeOperations;

type LifecycleOperations =
  | 'getAllIndexTemplates'
  | 'putIndexTemplate'
  | 'putIndexTemplateByPost'
  | 'getIndexTemplate'
  | 'indexTemplateExists'
  | 'deleteIndexTemplate'
  | 'getAllDataStreams'
  | 'createDataStream'
  | 'getDataStream'
  | 'deleteDataStream'
  | 'rollover'
  | 'rolloverToIndex'
  | 'getAllLifecyclePolicies'
  | 'putLifecyclePolicy'
  | 'getLifecyclePolicy'
  | 'deleteLifecyclePolicy'
  | 'explainLifecycle'
  | 'followIndex'
  | 'unfollowIndex';

type SecurityOperations =
  | 'getAllRoles'
  | 'createRole'
  | 'createRoleByPut'
  | 'getRole'
  | 'deleteRole'
  | 'createApiKey'
  | 'createApiKeyByPut'
  | 'getApiKeys'
  | 'invalidateApiKeys'
  | 'authenticate'
  | 'getAllUsers'
  | 'createUser'
  | 'createUserByPut'
  | 'getUser'
  | 'deleteUser'
  | 'hasPrivileges'
  | 'hasPrivilegesByGet';

type IntakeOperations = 'ingestEvents' | 'getAgentConfiguration' | 'getAgentConfigurationByPost';
