/** Operations of the description that have no handler yet; they are answered like a path that does not exist. */
export type PlannedOperationId = LifecycleOperations | IntakeOperations;

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

type IntakeOperations = 'ingestEvents' | 'getAgentConfiguration' | 'getAgentConfigurationByPost';
